import { countTokens } from '../answers/count-tokens.js';
import { lastPersonText } from '../answers/person-text.js';
import type { PromptSegment } from '../answers/prompt-cache.js';
import type { RequestedFormat, RequestedToolChoice, SimulatedPrompt } from '../answers/simulated-prompt.js';
import { isRecord, toList, toRecord, toText, type JsonRecord } from '../json-value.js';
import { outputSchemaOf } from './check-output-schema.js';
import { thinksOn } from './check-thinking.js';
import type { ClaudeModelRules } from './claude-model-rules.js';
import { clientToolsOf, toolChoiceOf } from './requested-tools.js';

const ATTACHMENT_TOKENS = 256;
const THINKING_TOKENS = 48;
/** A system prompt that asks for nothing but JSON: the way to ask for it without a schema here. */
const ASKS_FOR_JSON = /\bsingle (valid )?JSON object\b|\b(only|just) (with )?(a |one )?(valid )?JSON\b/i;

/** What a validated Messages request asks for. */
export function readMessagesPrompt(body: JsonRecord, rules: ClaudeModelRules): SimulatedPrompt {
  const messages = toList(body.messages).map(toRecord);
  const lastUser = findLastUser(messages);
  const instructions = textOf(body.system);
  return {
    model: toText(body.model),
    instructions,
    lastUserText: lastPersonText(textsOf(lastUser?.content)) || textOf(lastUser?.content),
    attachmentCount: toList(lastUser?.content).filter((block) => isAttachment(toRecord(block))).length,
    toolResults: readToolResults(messages, lastUser),
    tools: clientToolsOf(body).map((tool) => ({
      name: toText(tool.name),
      description: toText(tool.description),
      parameters: tool.input_schema,
    })),
    toolChoice: readToolChoice(body),
    parallelToolCalls: toRecord(body.tool_choice).disable_parallel_tool_use !== true,
    format: readFormat(body, instructions),
    stopSequences: toList(body.stop_sequences).map(toText),
    maxOutputTokens: typeof body.max_tokens === 'number' ? body.max_tokens : undefined,
    reasoningTokens: thinksOn(body, rules) ? THINKING_TOKENS : 0,
  };
}

/** The prompt as stretches of text with their tokens, in the order the cache sees them: tools, system, messages. */
export function readMessagesSegments(body: JsonRecord): PromptSegment[] {
  const system =
    typeof body.system === 'string' ? [{ type: 'text', text: body.system }] : toList(body.system);
  const blocks = toList(body.messages).map(toRecord).flatMap(blocksOf);
  const segments = [...toList(body.tools), ...system, ...blocks].map((block) => segmentOf(toRecord(block)));
  const last = segments.at(-1);
  if (last !== undefined && isRecord(body.cache_control)) last.breakpoint = lifetimeOf(body.cache_control);
  return segments;
}

function blocksOf(message: JsonRecord): unknown[] {
  return typeof message.content === 'string'
    ? [{ type: 'text', text: message.content }]
    : toList(message.content);
}

function segmentOf(block: JsonRecord): PromptSegment {
  const { cache_control: mark, ...rest } = block;
  const text = JSON.stringify(rest);
  return {
    text,
    tokens: isAttachment(block)
      ? ATTACHMENT_TOKENS
      : countTokens(block.type === 'text' ? toText(block.text) : text),
    ...(isRecord(mark) && { breakpoint: lifetimeOf(mark) }),
  };
}

function lifetimeOf(mark: JsonRecord): '5m' | '1h' {
  return mark.ttl === '1h' ? '1h' : '5m';
}

function readToolChoice(body: JsonRecord): RequestedToolChoice {
  const choice = toolChoiceOf(body);
  if (choice?.type === 'none') return { kind: 'none' };
  if (choice?.type === 'any') return { kind: 'required' };
  return choice?.type === 'tool' ? { kind: 'named', name: choice.name } : { kind: 'auto' };
}

function readFormat(body: JsonRecord, instructions: string): RequestedFormat {
  const schema = outputSchemaOf(body);
  if (schema !== undefined) return { kind: 'schema', schema };
  if (!ASKS_FOR_JSON.test(instructions)) return { kind: 'text' };
  const described = findSchema(instructions);
  return described === undefined ? { kind: 'json' } : { kind: 'schema', schema: described };
}

/** A JSON schema written out in the instructions, when there is one. */
function findSchema(instructions: string): JsonRecord | undefined {
  const end = instructions.lastIndexOf('}');
  const start = instructions.search(/\{\s*"(\$schema|\$defs|type|properties|title|description)"/);
  if (start < 0 || end < start) return undefined;
  try {
    const value: unknown = JSON.parse(instructions.slice(start, end + 1));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The last one in which a person says something; clients send reminders of their own, alone or beside tool results. */
function findLastUser(messages: JsonRecord[]): JsonRecord | undefined {
  const users = messages.filter(({ role, content }) => role === 'user' && textOf(content) !== '');
  return users.findLast(({ content }) => lastPersonText(textsOf(content)) !== '') ?? users.at(-1);
}

function readToolResults(messages: JsonRecord[], lastUser: JsonRecord | undefined): string[] {
  const since = messages.findLastIndex((message) => message.role === 'assistant');
  const from = Math.max(since + 1, lastUser === undefined ? 0 : messages.indexOf(lastUser));
  return messages
    .slice(from)
    .flatMap(({ content }) => toList(content).map(toRecord))
    .filter((block) => block.type === 'tool_result')
    .map((block) => textOf(block.content));
}

function textOf(content: unknown): string {
  return textsOf(content).join('\n');
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return toList(content)
    .map((block) => toText(toRecord(block).text))
    .filter((text) => text !== '');
}

function isAttachment(block: JsonRecord): boolean {
  return block.type === 'image' || block.type === 'document';
}
