import { invalidRequest } from '../http/simulated-fault.js';
import { isPresent, toList, toRecord, toText, type JsonRecord } from '../json-value.js';
import type { ClaudeModelRules } from './claude-model-rules.js';
import { checkSignature, conversationPrefix } from './thinking-signature.js';

const MIN_BUDGET_TOKENS = 1_024;
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];
const EFFORTS_WITH_THINKING_OFF = ['low', 'medium', 'high'];

/** Whether the model thinks on this request. */
export function thinksOn(body: JsonRecord, rules: ClaudeModelRules): boolean {
  const type = toRecord(body.thinking).type;
  if (type === 'disabled' || type === 'between_tools') return false;
  return isPresent(type) || rules.thinking !== 'off';
}

/** @throws SimulatedFault 400 for thinking settings or replayed thinking that provider A would refuse. */
export function checkThinking(body: JsonRecord, rules: ClaudeModelRules): void {
  const effort = toRecord(body.output_config).effort;
  if (isPresent(effort) && !EFFORTS.includes(toText(effort))) {
    throw invalidRequest(`output_config.effort: Input should be one of ${EFFORTS.join(', ')}`);
  }
  if (isPresent(body.thinking)) checkType(body, rules, isPresent(effort) ? toText(effort) : undefined);
  checkReplayedBlocks(body, rules);
}

function checkType(body: JsonRecord, rules: ClaudeModelRules, effort: string | undefined): void {
  const thinking = toRecord(body.thinking);
  switch (thinking.type) {
    case 'enabled':
      checkBudget(body, thinking.budget_tokens, rules);
      return;
    case 'adaptive':
      return;
    case 'disabled':
    case 'between_tools':
      if (rules.offType !== thinking.type) {
        throw invalidRequest(`thinking.type: "${thinking.type}" is not supported on this model`);
      }
      if (effort !== undefined && rules.thinking !== 'off' && !EFFORTS_WITH_THINKING_OFF.includes(effort)) {
        throw invalidRequest(`thinking.type: "${thinking.type}" cannot be combined with effort ${effort}`);
      }
      return;
    default:
      throw invalidRequest(
        "thinking: Input tag does not match any of the expected tags: 'adaptive', 'disabled', 'enabled'",
      );
  }
}

function checkBudget(body: JsonRecord, budget: unknown, rules: ClaudeModelRules): void {
  if (!rules.takesBudget) {
    throw invalidRequest('thinking.type: "enabled" is not supported on this model. Use "adaptive".');
  }
  if (!Number.isInteger(budget)) throw invalidRequest('thinking.enabled.budget_tokens: Field required');
  if (Number(budget) < MIN_BUDGET_TOKENS) {
    throw invalidRequest(
      `thinking.enabled.budget_tokens: Input should be greater than or equal to ${MIN_BUDGET_TOKENS}`,
    );
  }
  if (typeof body.max_tokens === 'number' && Number(budget) >= body.max_tokens) {
    throw invalidRequest('`max_tokens` must be greater than `thinking.budget_tokens`.');
  }
  if (isPresent(body.temperature) && body.temperature !== 1) {
    throw invalidRequest('`temperature` may only be set to 1 when thinking is enabled.');
  }
}

function checkReplayedBlocks(body: JsonRecord, rules: ClaudeModelRules): void {
  const messages = toList(body.messages).map(toRecord);
  const isManual = toRecord(body.thinking).type === 'enabled';
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const blocks = toList(message.content).map(toRecord);
    for (const [position, block] of blocks.entries()) {
      if (block.type === 'thinking') checkBlock(body, rules, block, { index, position });
    }
    const isLastTurn = index >= messages.length - 2;
    const callsTools = blocks.some((block) => block.type === 'tool_use');
    const first = toText(blocks[0]?.type);
    if (isManual && isLastTurn && callsTools && !['thinking', 'redacted_thinking'].includes(first)) {
      throw invalidRequest(
        `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`.`,
      );
    }
  }
}

function checkBlock(
  body: JsonRecord,
  rules: ClaudeModelRules,
  block: JsonRecord,
  place: { index: number; position: number },
): void {
  const at = `messages.${place.index}.content.${place.position}`;
  if (typeof block.signature !== 'string' || block.signature === '') {
    throw invalidRequest(`${at}.thinking.signature: Field required`);
  }
  const verdict = checkSignature(block.signature, {
    model: toText(body.model),
    text: toText(block.thinking),
    prefix: conversationPrefix(body, place.index),
  });
  if (verdict === 'changed-text') throw invalidRequest(`${at}: Invalid \`signature\` in \`thinking\` block`);
  const isRefused = verdict === 'other-model' || verdict === 'changed-prefix';
  if (isRefused && rules.bindsThinking) {
    const reason =
      verdict === 'other-model' ? 'was made by another model' : 'stands behind a changed conversation';
    throw invalidRequest(`${at}: the \`thinking\` block ${reason} and cannot be replayed`);
  }
}
