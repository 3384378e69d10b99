import { invalidRequest } from '../http/simulated-fault.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../json-value.js';
import { checkAttachment } from './check-attachment.js';
import type { ClaudeModelRules } from './claude-model-rules.js';

const TOOL_ID = /^[a-zA-Z0-9_-]+$/;
const MAX_MESSAGES = 100_000;

/**
 * Messages, their blocks, and every tool result in the one user turn behind its call.
 * @throws SimulatedFault 400 naming the message and block.
 */
export function checkTurns(body: JsonRecord, rules: ClaudeModelRules): void {
  if (!Array.isArray(body.messages)) throw invalidRequest('messages: Field required');
  const messages = body.messages as unknown[];
  if (messages.length === 0) throw invalidRequest('messages: at least one message is required');
  if (messages.length > MAX_MESSAGES) throw invalidRequest(`messages: at most ${MAX_MESSAGES} messages`);
  for (const [index, message] of messages.entries()) checkMessage(message, index, messages.length);
  const turns = mergeTurns(messages.map(toRecord));
  if (turns[0]?.role === 'assistant')
    throw invalidRequest('messages: first message must use the "user" role');
  checkToolPairs(turns);
  checkPrefill(turns.at(-1), rules, toText(body.model));
}

interface Turn {
  role: string;
  blocks: JsonRecord[];
  /** Position of its first message, for error texts. */
  at: number;
}

function mergeTurns(messages: JsonRecord[]): Turn[] {
  const turns: Turn[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === 'system') continue;
    const blocks =
      typeof message.content === 'string'
        ? [{ type: 'text', text: message.content }]
        : toList(message.content).map(toRecord);
    const previous = turns.at(-1);
    if (previous?.role === message.role) previous?.blocks.push(...blocks);
    else turns.push({ role: toText(message.role), blocks: [...blocks], at });
  }
  return turns;
}

function checkMessage(value: unknown, index: number, total: number): void {
  const at = `messages.${index}`;
  if (!isRecord(value)) throw invalidRequest(`${at}: Input should be an object`);
  if (!['user', 'assistant', 'system'].includes(toText(value.role))) {
    throw invalidRequest(`${at}.role: Input should be 'user' or 'assistant'`);
  }
  const isLastAssistant = value.role === 'assistant' && index === total - 1;
  const isEmpty = value.content === '' || (Array.isArray(value.content) && value.content.length === 0);
  if (!isPresent(value.content)) throw invalidRequest(`${at}.content: Field required`);
  if (isEmpty && !isLastAssistant) {
    throw invalidRequest(
      `${at}: all messages must have non-empty content except for the optional final assistant message`,
    );
  }
  if (typeof value.content === 'string') return;
  if (!Array.isArray(value.content))
    throw invalidRequest(`${at}.content: Input should be a valid string or list`);
  for (const [position, block] of (value.content as unknown[]).entries()) {
    checkBlock(toRecord(block), toText(value.role), `${at}.content.${position}`);
  }
}

function checkBlock(block: JsonRecord, role: string, at: string): void {
  switch (block.type) {
    case 'text':
      if (typeof block.text !== 'string') throw invalidRequest(`${at}.text: Field required`);
      if (block.text === '') throw invalidRequest('messages: text content blocks must be non-empty');
      return;
    case 'image':
    case 'document':
      checkAttachment(block, at);
      return;
    case 'tool_use':
      requireRole(role, 'assistant', block.type, at);
      checkToolId(block.id, `${at}.tool_use.id`);
      if (toText(block.name) === '') throw invalidRequest(`${at}.tool_use.name: Field required`);
      if (!isRecord(block.input))
        throw invalidRequest(`${at}.tool_use.input: Input should be a valid dictionary`);
      return;
    case 'tool_result':
      requireRole(role, 'user', block.type, at);
      checkToolId(block.tool_use_id, `${at}.tool_result.tool_use_id`);
      return;
    default:
      if (toText(block.type) === '') throw invalidRequest(`${at}.type: Field required`);
      if (block.type === 'image_url')
        throw invalidRequest(`${at}: Input tag 'image_url' does not match any of the expected tags`);
  }
}

function requireRole(role: string, expected: string, type: string, at: string): void {
  if (role !== expected)
    throw invalidRequest(`${at}: \`${type}\` blocks can only be in \`${expected}\` messages`);
}

function checkToolId(id: unknown, at: string): void {
  if (typeof id !== 'string') throw invalidRequest(`${at}: Field required`);
  if (!TOOL_ID.test(id)) throw invalidRequest(`${at}: String should match pattern '^[a-zA-Z0-9_-]+$'`);
}

function checkToolPairs(turns: Turn[]): void {
  for (const [index, turn] of turns.entries()) {
    const asked = idsOf(turn, 'tool_use', 'id');
    if (new Set(asked).size !== asked.length) {
      throw invalidRequest(`messages.${turn.at}: \`tool_use\` ids must be unique`);
    }
    const answered = new Set(idsOf(turns[index + 1], 'tool_result', 'tool_use_id'));
    const missing = asked.filter((id) => !answered.has(id));
    if (missing.length > 0) {
      throw invalidRequest(
        `messages.${turn.at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
          missing.slice(0, 5).join(', '),
      );
    }
    const expected = new Set(idsOf(turns[index - 1], 'tool_use', 'id'));
    const stray = idsOf(turn, 'tool_result', 'tool_use_id').find((id) => !expected.has(id));
    if (stray !== undefined) {
      throw invalidRequest(
        `messages.${turn.at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. ` +
          'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
      );
    }
    checkResultsFirst(turn);
  }
}

function checkResultsFirst(turn: Turn): void {
  const firstOther = turn.blocks.findIndex((block) => block.type !== 'tool_result');
  const lastResult = turn.blocks.findLastIndex((block) => block.type === 'tool_result');
  if (firstOther >= 0 && lastResult > firstOther) {
    throw invalidRequest(`messages.${turn.at}: \`tool_result\` blocks must come before other content`);
  }
}

function idsOf(turn: Turn | undefined, type: string, field: string): string[] {
  return (turn?.blocks ?? []).filter((block) => block.type === type).map((block) => toText(block[field]));
}

function checkPrefill(last: Turn | undefined, rules: ClaudeModelRules, model: string): void {
  if (last?.role !== 'assistant') return;
  if (!rules.takesPrefill) {
    throw invalidRequest(
      `${model} does not support assistant message prefill. The conversation must end with a user message.`,
    );
  }
  const text = last.blocks.at(-1)?.text;
  if (typeof text === 'string' && text !== text.trimEnd()) {
    throw invalidRequest('messages: final assistant content cannot end with trailing whitespace');
  }
}
