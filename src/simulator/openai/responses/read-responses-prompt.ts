import { countTokens } from '../../answers/count-tokens.js';
import { lastPersonText } from '../../answers/person-text.js';
import type { PromptSegment } from '../../answers/prompt-cache.js';
import type { RequestedFormat, SimulatedPrompt } from '../../answers/simulated-prompt.js';
import { isPresent, toList, toRecord, toText, type JsonRecord } from '../../json-value.js';
import { reasoningTokensFor } from '../chat-flavor.js';
import { requestedChoice, type ResponsesTool } from './offered-tools.js';

const ATTACHMENT_TOKENS = 256;
const OUTPUT = /_output$/;
const CALL = /_call$/;

/** What a validated request asks for. */
export function readResponsesPrompt(body: JsonRecord, tools: ResponsesTool[]): SimulatedPrompt {
  const items = itemsOf(body);
  const asked = findLastUser(items);
  return {
    model: toText(body.model),
    instructions: [toText(body.instructions), ...items.filter(isInstruction).map(textOf)]
      .filter((text) => text !== '')
      .join('\n'),
    lastUserText: asked === undefined ? '' : lastPersonText(textsOf(asked)) || textOf(asked),
    attachmentCount: toList(asked?.content).filter((part) => toRecord(part).type !== 'input_text').length,
    toolResults: readToolResults(items, asked),
    tools,
    toolChoice: requestedChoice(body.tool_choice, tools),
    parallelToolCalls: body.parallel_tool_calls !== false,
    format: readFormat(toRecord(toRecord(body.text).format)),
    stopSequences: [],
    maxOutputTokens: typeof body.max_output_tokens === 'number' ? body.max_output_tokens : undefined,
    reasoningTokens: reasoningTokensFor('provider-b', body),
  };
}

/** The prompt as stretches of text with their tokens, as it is cached. */
export function readResponsesSegments(body: JsonRecord): PromptSegment[] {
  const head = ['tools', 'text', 'instructions'].filter((field) => isPresent(body[field]));
  return [...head.map((field) => segmentOf(body[field])), ...itemsOf(body).map(segmentOfItem)];
}

/** Items of the input; a text is one message. */
export function itemsOf({ input }: JsonRecord): JsonRecord[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : toList(input).map(toRecord);
}

function segmentOf(value: unknown): PromptSegment {
  const text = JSON.stringify(value);
  return { text, tokens: countTokens(text) };
}

/** Attachments are counted by the piece, not by their bytes. */
function segmentOfItem(item: JsonRecord): PromptSegment {
  if (!('role' in item) || !('content' in item)) return segmentOf(item);
  const attachments = toList(item.content).filter((part) => typeof toRecord(part).text !== 'string').length;
  const text = textOf(item);
  return { text, tokens: countTokens(text) + attachments * ATTACHMENT_TOKENS };
}

function isInstruction({ role }: JsonRecord): boolean {
  return role === 'system' || role === 'developer';
}

function textOf(item: JsonRecord): string {
  return textsOf(item).join('');
}

function textsOf({ content }: JsonRecord): string[] {
  return typeof content === 'string' ? [content] : toList(content).map((part) => toText(toRecord(part).text));
}

/** The last one in which a person says something; clients send reminders of their own as users. */
function findLastUser(items: readonly JsonRecord[]): JsonRecord | undefined {
  const users = items.filter(({ role }) => role === 'user');
  return users.findLast((item) => lastPersonText(textsOf(item)) !== '') ?? users.at(-1);
}

function readToolResults(items: readonly JsonRecord[], asked: JsonRecord | undefined): string[] {
  const since = items.findLastIndex(
    (item) => item === asked || item.role === 'assistant' || CALL.test(toText(item.type)),
  );
  return items
    .slice(since + 1)
    .filter(({ type }) => OUTPUT.test(toText(type)))
    .map(({ output }) => textsOf({ content: output }).join(''));
}

function readFormat(format: JsonRecord): RequestedFormat {
  if (format.type === 'json_schema') return { kind: 'schema', schema: format.schema };
  return format.type === 'json_object' ? { kind: 'json' } : { kind: 'text' };
}
