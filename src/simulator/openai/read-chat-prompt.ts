import { lastPersonText } from '../answers/person-text.js';
import { countTokens } from '../answers/count-tokens.js';
import type { PromptSegment } from '../answers/prompt-cache.js';
import type {
  OfferedTool,
  RequestedFormat,
  RequestedToolChoice,
  SimulatedPrompt,
} from '../answers/simulated-prompt.js';
import { isPresent, isRecord, toList, toRecord, toText, type JsonRecord } from '../json-value.js';
import { reasoningTokensFor, type ChatFlavor } from './chat-flavor.js';

const ATTACHMENT_TOKENS = 256;

/** What a validated chat request asks for. */
export function readChatPrompt(flavor: ChatFlavor, body: JsonRecord): SimulatedPrompt {
  const messages = toList(body.messages).map(toRecord);
  const lastUser = findLastUser(messages);
  return {
    model: toText(body.model),
    instructions: messages
      .filter((message) => message.role === 'system' || message.role === 'developer')
      .map((message) => textOf(message.content))
      .join('\n'),
    lastUserText: lastPersonText(textsOf(lastUser?.content)) || textOf(lastUser?.content),
    attachmentCount: attachmentsOf(lastUser?.content),
    toolResults: readToolResults(messages, lastUser),
    tools: readTools(body),
    toolChoice: readToolChoice(body.tool_choice ?? body.function_call),
    parallelToolCalls: body.parallel_tool_calls !== false && !isPresent(body.functions),
    format: readFormat(toRecord(body.response_format)),
    stopSequences: (typeof body.stop === 'string' ? [body.stop] : toList(body.stop)).map(toText),
    maxOutputTokens: readLimit(body),
    reasoningTokens: reasoningTokensFor(flavor, body),
  };
}

/** The prompt as stretches of text with their tokens; `cache_control` marks end a cacheable prefix. */
export function readChatSegments(body: JsonRecord): PromptSegment[] {
  const head = ['tools', 'functions', 'response_format']
    .filter((field) => isPresent(body[field]))
    .map((field) => segmentOf(body[field], body[field]));
  return [...head, ...toList(body.messages).map((message) => segmentOf(message, toRecord(message).content))];
}

function segmentOf(value: unknown, marked: unknown): PromptSegment {
  const { text, attachments } = flattenForCounting(value);
  const marks = [toRecord(value), ...toList(marked).map(toRecord)]
    .map((part) => part.cache_control)
    .filter(isRecord);
  const last = marks.at(-1);
  const tokens = countTokens(text) + attachments * ATTACHMENT_TOKENS;
  return { text, tokens, ...(last && { breakpoint: last.ttl === '1h' ? ('1h' as const) : ('5m' as const) }) };
}

/** The words of a value; attachments are counted by the piece, not by their bytes, and cache marks not at all. */
function flattenForCounting(value: unknown): { text: string; attachments: number } {
  if (!isRecord(value) || !('role' in value)) return { text: JSON.stringify(value), attachments: 0 };
  const calls = isPresent(value.tool_calls) ? JSON.stringify(value.tool_calls) : '';
  return { text: textOf(value.content) + calls, attachments: attachmentsOf(value.content) };
}

function textOf(content: unknown): string {
  return textsOf(content).join('');
}

function textsOf(content: unknown): string[] {
  return typeof content === 'string' ? [content] : toList(content).map((part) => toText(toRecord(part).text));
}

function attachmentsOf(content: unknown): number {
  return toList(content).filter((part) => toRecord(part).type !== 'text').length;
}

/** The last one in which a person says something; clients send reminders of their own as users. */
function findLastUser(messages: JsonRecord[]): JsonRecord | undefined {
  const users = messages.filter((message) => message.role === 'user');
  return users.findLast(({ content }) => lastPersonText(textsOf(content)) !== '') ?? users.at(-1);
}

function readToolResults(messages: JsonRecord[], lastUser: JsonRecord | undefined): string[] {
  const since = messages.findLastIndex((message) => message === lastUser || message.role === 'assistant');
  return messages
    .slice(since + 1)
    .filter(({ role }) => role === 'tool' || role === 'function')
    .map((message) => textOf(message.content));
}

function readTools(body: JsonRecord): OfferedTool[] {
  const allowed = toRecord(toRecord(body.tool_choice).allowed_tools).tools;
  const allowedNames = toList(allowed).map((tool) => toText(toRecord(toRecord(tool).function).name));
  return [...toList(body.tools).map((tool) => toRecord(tool).function), ...toList(body.functions)]
    .filter(isRecord)
    .map((described) => ({
      name: toText(described.name),
      description: toText(described.description),
      parameters: described.parameters,
    }))
    .filter((tool) => !isPresent(allowed) || allowedNames.includes(tool.name));
}

function readToolChoice(choice: unknown): RequestedToolChoice {
  if (choice === 'none') return { kind: 'none' };
  if (choice === 'required') return { kind: 'required' };
  if (!isRecord(choice)) return { kind: 'auto' };
  if (isRecord(choice.allowed_tools)) {
    return choice.allowed_tools.mode === 'required' ? { kind: 'required' } : { kind: 'auto' };
  }
  const name = toText(toRecord(choice.function).name) || toText(choice.name);
  return name === '' ? { kind: 'auto' } : { kind: 'named', name };
}

function readFormat(format: JsonRecord): RequestedFormat {
  if (format.type === 'json_schema') return { kind: 'schema', schema: toRecord(format.json_schema).schema };
  return format.type === 'json_object' ? { kind: 'json' } : { kind: 'text' };
}

function readLimit(body: JsonRecord): number | undefined {
  const limit = body.max_completion_tokens ?? body.max_tokens;
  return typeof limit === 'number' ? limit : undefined;
}
