import { isFault, skipString, skipValue } from '../json-bytes/skip-value.js';
import type { TopLevelMembers } from '../json-bytes/scan-top-level.js';
import { isKey, walkArray, walkObject } from '../json-bytes/walk-members.js';
import {
  FIRST_MESSAGES,
  LAST_MESSAGES,
  TEXT_EDGE,
  TEXT_GAP,
  type ChatView,
  type MessageView,
  type ResponseFormatView,
  type ViewRole,
} from './chat-view.js';

const DEPTH = 100;
const MAX_TOOLS = 128;
const MAX_SCHEMA_KEYS = 64;
/** Larger ones are not worth their parse for a view: their keys stay unknown. */
const MAX_FORMAT_BYTES = 65_536;
const EDGE_ROLES: ReadonlyMap<string, ViewRole> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/**
 * Reads what routing looks at from a scanned body, without building the body: bytes are hopped over, and only the edges of
 * long texts are decoded. Shapes that it does not know are skipped; it never throws.
 */
export function readChatView(scan: TopLevelMembers): ChatView {
  const { messages, messageCount, counts, media } = readMessages(scan);
  return {
    messages,
    messageCount,
    counts,
    media,
    tools: readToolNames(scan),
    responseFormat: readResponseFormat(scan),
  };
}

/** A view of one message with this text from a person: for callers that send a bare task. */
export function viewOfTask(task: string): ChatView {
  const bytes = Buffer.byteLength(task);
  const text = bytes > 2 * TEXT_EDGE ? task.slice(0, TEXT_EDGE) + TEXT_GAP + task.slice(-TEXT_EDGE) : task;
  const message: MessageView = { role: 'user', text, textBytes: bytes, media: 0, toolCalls: 0 };
  return {
    messages: [message],
    messageCount: 1,
    counts: { system: 0, user: 1, assistant: 0, tool: 0, unknown: 0 },
    tools: [],
    responseFormat: undefined,
    media: 0,
  };
}

function readMessages(
  scan: TopLevelMembers,
): Pick<ChatView, 'messages' | 'messageCount' | 'counts' | 'media'> {
  const counts: Record<ViewRole, number> = { system: 0, user: 0, assistant: 0, tool: 0, unknown: 0 };
  const first: MessageView[] = [];
  // The end of a long conversation, as a ring: where each of its last messages starts.
  const lastStarts: number[] = [];
  let messageCount = 0;
  let media = 0;
  const member = scan.find('messages');
  if (member?.kind !== 'array') return { messages: first, messageCount, counts, media };
  const { bytes } = scan;
  walkArray(bytes, member.valueStart, DEPTH, (_, start) => {
    const outline = outlineOf(bytes, start);
    counts[outline.role] += 1;
    media += outline.media;
    if (messageCount < FIRST_MESSAGES) first.push(viewOf(bytes, outline));
    else lastStarts[(messageCount - FIRST_MESSAGES) % LAST_MESSAGES] = start;
    messageCount += 1;
    return outline.end;
  });
  const rest = messageCount - FIRST_MESSAGES;
  const oldest = rest > LAST_MESSAGES ? rest % LAST_MESSAGES : 0;
  for (let index = 0; index < lastStarts.length; index += 1) {
    const start = lastStarts[(oldest + index) % lastStarts.length];
    if (start !== undefined) first.push(viewOf(bytes, outlineOf(bytes, start)));
  }
  return { messages: first, messageCount, counts, media };
}

/** Where the parts of a message are. Nothing is decoded but its role. */
interface Outline {
  role: ViewRole;
  /** Opening quote and end of each text, in order. */
  texts: number[];
  media: number;
  toolCalls: number;
  end: number;
}

function outlineOf(bytes: Buffer, start: number): Outline {
  const outline: Outline = { role: 'unknown', texts: [], media: 0, toolCalls: 0, end: start };
  outline.end = walkObject(bytes, start, DEPTH, (_, keyStart, keyEnd, valueStart) => {
    if (isKey(bytes, keyStart, keyEnd, 'role')) {
      const end = skipValue(bytes, valueStart, DEPTH);
      outline.role = EDGE_ROLES.get(bytes.toString('latin1', valueStart + 1, end - 1)) ?? 'unknown';
      return end;
    }
    if (isKey(bytes, keyStart, keyEnd, 'content')) return readContent(bytes, valueStart, outline);
    if (isKey(bytes, keyStart, keyEnd, 'tool_calls')) {
      return walkArray(bytes, valueStart, DEPTH, (__, itemStart) => {
        outline.toolCalls += 1;
        return skipValue(bytes, itemStart, DEPTH);
      });
    }
    return skipValue(bytes, valueStart, DEPTH);
  });
  return outline;
}

function readContent(bytes: Buffer, valueStart: number, outline: Outline): number {
  if (bytes[valueStart] === 0x22) return addText(bytes, valueStart, outline);
  return walkArray(bytes, valueStart, DEPTH, (_, partStart) => {
    const textsBefore = outline.texts.length;
    const end = walkObject(bytes, partStart, DEPTH, (__, keyStart, keyEnd, start) => {
      const known = isKey(bytes, keyStart, keyEnd, 'text') || isKey(bytes, keyStart, keyEnd, 'refusal');
      if (!known || bytes[start] !== 0x22) return skipValue(bytes, start, DEPTH);
      return addText(bytes, start, outline);
    });
    if (outline.texts.length === textsBefore) outline.media += 1;
    return end;
  });
}

function addText(bytes: Buffer, quote: number, outline: Outline): number {
  const end = skipString(bytes, quote);
  if (!isFault(end)) outline.texts.push(quote, end);
  return end;
}

function viewOf(bytes: Buffer, { role, texts, media, toolCalls }: Outline): MessageView {
  let textBytes = 0;
  for (let index = 0; index < texts.length; index += 2)
    textBytes += (texts[index + 1] ?? 0) - (texts[index] ?? 0) - 2;
  const text = textBytes <= 2 * TEXT_EDGE ? joinTexts(bytes, texts) : joinEdges(bytes, texts);
  return { role, text, textBytes, media, toolCalls };
}

function joinTexts(bytes: Buffer, texts: readonly number[]): string {
  let joined = '';
  for (let index = 0; index < texts.length; index += 2) {
    if (index > 0) joined += '\n';
    joined += decode(bytes, (texts[index] ?? 0) + 1, (texts[index + 1] ?? 0) - 1);
  }
  return joined;
}

function joinEdges(bytes: Buffer, texts: readonly number[]): string {
  const head: string[] = [];
  let left = TEXT_EDGE;
  for (let index = 0; index < texts.length && left > 0; index += 2) {
    const start = (texts[index] ?? 0) + 1;
    const end = Math.min((texts[index + 1] ?? 0) - 1, start + left);
    head.push(decode(bytes, start, end));
    left -= end - start;
  }
  const tail: string[] = [];
  left = TEXT_EDGE;
  for (let index = texts.length - 2; index >= 0 && left > 0; index -= 2) {
    const end = (texts[index + 1] ?? 0) - 1;
    const start = Math.max((texts[index] ?? 0) + 1, end - left);
    tail.unshift(decode(bytes, start, end));
    left -= end - start;
  }
  return head.join('\n') + TEXT_GAP + tail.join('\n');
}

/** The text of a piece of a JSON string; an escape or a character that was cut in two at its edge is dropped. */
function decode(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  if (!text.includes('\\')) return text;
  return unescape(text);
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function unescape(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|([^u])|u?[0-9a-fA-F]{0,3}$)/g,
    (_, code?: string, simple?: string) => {
      if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
      return simple === undefined ? '' : (SIMPLE_ESCAPES[simple] ?? simple);
    },
  );
}

function readToolNames(scan: TopLevelMembers): string[] {
  const names: string[] = [];
  for (const field of ['tools', 'functions']) {
    const member = scan.find(field);
    if (member?.kind !== 'array') continue;
    const { bytes } = scan;
    walkArray(bytes, member.valueStart, DEPTH, (_, start) => {
      const end = skipValue(bytes, start, DEPTH);
      if (names.length < MAX_TOOLS) names.push(toolName(bytes, start) ?? 'tool');
      return end;
    });
  }
  return names;
}

function toolName(bytes: Buffer, start: number): string | undefined {
  let name: string | undefined;
  let type: string | undefined;
  walkObject(bytes, start, DEPTH, (_, keyStart, keyEnd, valueStart) => {
    const end = skipValue(bytes, valueStart, DEPTH);
    if (isKey(bytes, keyStart, keyEnd, 'function')) name ??= toolName(bytes, valueStart);
    else if (bytes[valueStart] !== 0x22) return end;
    else if (isKey(bytes, keyStart, keyEnd, 'name')) name = decode(bytes, valueStart + 1, end - 1);
    else if (isKey(bytes, keyStart, keyEnd, 'type')) type = decode(bytes, valueStart + 1, end - 1);
    return end;
  });
  return name ?? type;
}

function readResponseFormat(scan: TopLevelMembers): ResponseFormatView | undefined {
  const member = scan.find('response_format');
  if (member?.kind !== 'object') return undefined;
  if (member.valueEnd - member.valueStart > MAX_FORMAT_BYTES)
    return { type: 'json_schema', name: undefined, keys: [] };
  const format: unknown = JSON.parse(scan.bytes.toString('utf8', member.valueStart, member.valueEnd));
  const { type, json_schema: wrapped } = asRecord(format);
  if (typeof type !== 'string') return undefined;
  const { name, schema } = asRecord(wrapped);
  const { properties, required } = asRecord(schema);
  const keys = new Set<string>(Object.keys(asRecord(properties)));
  if (Array.isArray(required)) for (const key of required) if (typeof key === 'string') keys.add(key);
  return {
    type,
    name: typeof name === 'string' ? name : undefined,
    keys: [...keys].slice(0, MAX_SCHEMA_KEYS),
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
