import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { Steps } from '../../../lib/steps.js';
import type {
  CacheControl,
  RequestBlock,
  RequestMessage,
  TextBlock,
} from '../../anthropic/messages-request.js';
import { isJsonObject } from '../../exact-json/raw-json.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import { readArray, readObject, readString, requireObject, requireString } from '../../openai/read-field.js';
import { toContentBlocks, toTextBlock, withCacheControl } from './content-blocks.js';
import { Conversation } from './conversation.js';
import type { ResultToAdd } from './conversation.js';
import { readCacheControl } from './read-cache-control.js';
import { readReplayedThinking, toThinkingBlock, type ReplayedBlock } from './replayed-thinking.js';
import { toToolInput, toToolUseName } from './tool-input.js';

export interface TranslatedMessages {
  readonly system: TextBlock[];
  readonly messages: RequestMessage[];
}

export interface MessagesOptions {
  /** `strip`: another model made the thinking blocks, or the text before them was changed (wire notes 1.5). */
  readonly thinkingBlocks: 'keep' | 'strip';
  /** Of a block that would be kept: another model is known to have made it, by its signature or its redacted data. */
  readonly isForeignThinking?: (proof: string) => boolean;
}

const MESSAGES_A_STEP = 64;

/**
 * Translates a `messages` array (wire notes 1.2, 1.4): system and developer messages are hoisted in order, the rest
 * becomes alternating turns.
 * @throws InvalidRequestError naming the member at fault, or when no message but system messages is there.
 */
export function* translateMessages(value: unknown, options: MessagesOptions): Steps<TranslatedMessages> {
  const items = readArray(value, 'messages') ?? [];
  const system: TextBlock[] = [];
  const conversation = new Conversation();
  for (const [index, item] of items.entries()) {
    const param = `messages[${index}]`;
    yield* addMessage({ message: requireObject(item, param), param, system, conversation, options });
    if (index % MESSAGES_A_STEP === MESSAGES_A_STEP - 1) yield;
  }
  const messages = withoutTrailingSpace(withoutTrailingThinking(yield* conversation.finish()));
  if (messages.length === 0) {
    throw new InvalidRequestError({
      param: 'messages',
      message: '`messages` must hold at least one non-system message with content.',
    });
  }
  return { system, messages };
}

interface MessageToAdd {
  readonly message: JsonObject;
  readonly param: string;
  readonly system: TextBlock[];
  readonly conversation: Conversation;
  readonly options: MessagesOptions;
}

function* addMessage(input: MessageToAdd): Steps<void> {
  const { message, param, conversation } = input;
  const cacheControl = readCacheControl(message.cache_control, `${param}.cache_control`);
  switch (message.role) {
    case 'system':
    case 'developer':
      for (const block of yield* systemBlocks(message, param, cacheControl)) input.system.push(block);
      break;
    case 'user':
      conversation.addUserBlocks(
        withCacheControl(yield* toContentBlocks(message.content, `${param}.content`), cacheControl),
      );
      break;
    case 'assistant':
      yield* addAssistantMessage(input, cacheControl);
      break;
    case 'tool': {
      const id = requireString(message.tool_call_id, `${param}.tool_call_id`);
      conversation.addResult(id, yield* toResult(message, param, cacheControl), `${param}.tool_call_id`);
      break;
    }
    case 'function': {
      const name = requireString(message.name, `${param}.name`);
      conversation.addFunctionResult(name, yield* toResult(message, param, cacheControl), `${param}.name`);
      break;
    }
    default:
      throw new InvalidRequestError({
        param: `${param}.role`,
        message: `\`${param}.role\` must be one of system, developer, user, assistant, tool and function.`,
      });
  }
}

function* systemBlocks(
  message: JsonObject,
  param: string,
  cacheControl: CacheControl | undefined,
): Steps<TextBlock[]> {
  const blocks = withCacheControl(yield* toContentBlocks(message.content, `${param}.content`), cacheControl);
  if (blocks.every((block) => block.type === 'text')) return blocks;
  throw new InvalidRequestError({
    param: `${param}.content`,
    message: `\`${param}.content\`: this model takes only text in system messages; send images and files in a user message.`,
  });
}

interface CallOrder {
  readonly cacheControl: CacheControl | undefined;
  add(cacheControl: CacheControl | undefined): void;
}

function* addAssistantMessage(
  { message, param, conversation, options }: MessageToAdd,
  cacheControl: CacheControl | undefined,
): Steps<void> {
  const { thinking, text } = yield* assistantBlocks(message, param);
  const calls = readCalls(message, param, conversation);
  if (readObject(message.audio, `${param}.audio`) && text.length === 0 && calls.length === 0) {
    throw new InvalidRequestError({
      param: `${param}.audio`,
      message: `\`${param}.audio\`: this model cannot hear what another one said; send the transcript as \`content\`.`,
    });
  }
  conversation.addAssistantBlocks(thinking.filter((block) => isReplayable(block, options)));
  conversation.addAssistantBlocks(calls.length === 0 ? withCacheControl(text, cacheControl) : text);
  for (const [index, call] of calls.entries()) {
    call.add(call.cacheControl ?? (index === calls.length - 1 ? cacheControl : undefined));
  }
}

function* assistantBlocks(
  message: JsonObject,
  param: string,
): Steps<{ thinking: ReplayedBlock[]; text: RequestBlock[] }> {
  const content = Array.isArray(message.content) ? (message.content as unknown[]) : undefined;
  const carried = readReplayedThinking(message);
  const inline = (content ?? []).map((part) => toThinkingBlock(part)).filter((block) => block !== undefined);
  const visible = content ? content.map(withoutThinking) : message.content;
  const text = yield* toContentBlocks(visible, `${param}.content`);
  const refusal = toTextBlock(readString(message.refusal, `${param}.refusal`) ?? '');
  if (refusal) text.push(refusal);
  return { thinking: carried.length > 0 ? carried : inline, text };
}

function isReplayable(block: ReplayedBlock, { thinkingBlocks, isForeignThinking }: MessagesOptions): boolean {
  if (thinkingBlocks === 'strip') return false;
  return isForeignThinking?.(block.type === 'thinking' ? block.signature : block.data) !== true;
}

// The part's place is kept, so that errors about later parts name the right index.
function withoutThinking(part: unknown): unknown {
  const thinking = isJsonObject(part) && (part.type === 'thinking' || part.type === 'redacted_thinking');
  return thinking ? { type: 'text', text: '' } : part;
}

function readCalls(message: JsonObject, param: string, conversation: Conversation): CallOrder[] {
  const calls = (readArray(message.tool_calls, `${param}.tool_calls`) ?? []).map((item, index) =>
    readCall(
      requireObject(item, `${param}.tool_calls[${index}]`),
      `${param}.tool_calls[${index}]`,
      conversation,
    ),
  );
  const legacy = readObject(message.function_call, `${param}.function_call`);
  if (!legacy || calls.length > 0) return calls;
  const name = toToolUseName(legacy.name, `${param}.function_call.name`);
  const input = toToolInput(legacy.arguments, `${param}.function_call.arguments`);
  return [
    {
      cacheControl: undefined,
      add: (cacheControl) => {
        conversation.addFunctionCall({ name, input, ...(cacheControl && { cache_control: cacheControl }) });
      },
    },
  ];
}

function readCall(call: JsonObject, param: string, conversation: Conversation): CallOrder {
  const originalId = requireString(call.id, `${param}.id`);
  // A free-text (`custom`) call comes from another model: its text is kept as the input's only member.
  const custom = call.type === 'custom' ? requireObject(call.custom, `${param}.custom`) : undefined;
  const target = custom ?? requireObject(call.function, `${param}.function`);
  const name = toToolUseName(target.name, `${param}.${custom ? 'custom' : 'function'}.name`);
  const input = custom
    ? { _raw: readString(custom.input, `${param}.custom.input`) ?? '' }
    : toToolInput(target.arguments, `${param}.function.arguments`);
  return {
    cacheControl: readCacheControl(call.cache_control, `${param}.cache_control`),
    add: (cacheControl) => {
      conversation.addCall({ originalId, name, input, ...(cacheControl && { cache_control: cacheControl }) });
    },
  };
}

/** The breakpoint of a part moves up to the result: that is the block that provider A caches. */
function* toResult(
  message: JsonObject,
  param: string,
  cacheControl: CacheControl | undefined,
): Steps<ResultToAdd> {
  const isError = message.is_error === true;
  if (typeof message.content === 'string') return { content: message.content, isError, cacheControl };
  const blocks = yield* toContentBlocks(message.content, `${param}.content`);
  const marked = blocks.findLast((block) => 'cache_control' in block);
  return {
    content: blocks.length === 0 ? '' : blocks.map(withoutCacheControl),
    isError,
    cacheControl: cacheControl ?? (marked as TextBlock | undefined)?.cache_control,
  };
}

function withoutCacheControl(block: RequestBlock): RequestBlock {
  if (!('cache_control' in block)) return block;
  const { cache_control: _cacheControl, ...members } = block;
  return members;
}

// Provider A refuses a conversation that ends in thinking, as an answer does that was cut before its text. It continues nothing.
function withoutTrailingThinking(messages: RequestMessage[]): RequestMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || typeof last.content === 'string') return messages;
  const { content } = last;
  const end = content.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking') + 1;
  if (end === content.length) return messages;
  const before = messages.slice(0, -1);
  return end === 0 ? before : [...before, { role: 'assistant', content: content.slice(0, end) }];
}

// Provider A refuses a last assistant text that ends in white space.
function withoutTrailingSpace(messages: RequestMessage[]): RequestMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return messages;
  const { content } = last;
  if (typeof content === 'string')
    return [...messages.slice(0, -1), { role: 'assistant', content: content.trimEnd() }];
  const block = content.at(-1);
  if (block?.type !== 'text') return messages;
  const trimmed = [...content.slice(0, -1), { ...block, text: block.text.trimEnd() }];
  return [...messages.slice(0, -1), { role: 'assistant', content: trimmed }];
}
