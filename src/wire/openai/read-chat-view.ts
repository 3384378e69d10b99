import { skipValue } from '../json-bytes/skip-value.js';
import type { TopLevelMembers } from '../json-bytes/scan-top-level.js';
import { isKey, walkArray, walkObject } from '../json-bytes/walk-members.js';
import {
  TEXT_EDGE,
  TEXT_GAP,
  type ChatView,
  type MessageView,
  type ResponseFormatView,
} from './chat-view.js';
import { Conversation } from './conversation.js';
import { decodeText } from './decode-text.js';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const DEPTH = 100;
export const MAX_VIEWED_TOOLS = 128;
const MAX_SCHEMA_KEYS = 64;
/** Larger ones are not worth their parse for a view: their keys stay unknown. */
export const MAX_FORMAT_BYTES = 65_536;

/**
 * Reads what routing looks at from a scanned body, without building the body: bytes are hopped over, and only the edges of
 * long texts are decoded. Shapes that it does not know are skipped; it never throws.
 */
export function readChatView(scan: TopLevelMembers): ChatView {
  const conversation = walkConversation(scan);
  const tools = readTools(scan);
  return {
    messages: conversation.kept.views(scan.bytes),
    messageCount: conversation.kept.count,
    counts: conversation.kept.counts,
    media: conversation.mediaAt.length / 2,
    mediaAt: conversation.mediaAt,
    mediaKinds: conversation.mediaKinds,
    hasForeignMembers: conversation.hasForeignMembers,
    tools: tools.names,
    hasCustomTools: tools.custom || conversation.callsCustomTools,
    responseFormat: readResponseFormat(scan),
  };
}

/** `ChatView.hasForeignMembers` for who needs no view: nothing is decoded. */
export function hasForeignMembers(scan: TopLevelMembers): boolean {
  return walkConversation(scan).hasForeignMembers;
}

function walkConversation(scan: TopLevelMembers): Conversation {
  const conversation = new Conversation(scan.hopper());
  const member = scan.find('messages');
  if (member?.kind === 'array') walkArray(scan.bytes, member.valueStart, DEPTH, conversation.onMessage);
  return conversation;
}

/** A view of one message with this text from a person: for callers that send a bare task. */
export function viewOfTask(task: string): ChatView {
  const bytes = Buffer.byteLength(task);
  const text = bytes > 2 * TEXT_EDGE ? task.slice(0, TEXT_EDGE) + TEXT_GAP + task.slice(-TEXT_EDGE) : task;
  const message: MessageView = { role: 'user', text, media: 0, toolCalls: 0 };
  return {
    messages: [message],
    messageCount: 1,
    counts: { system: 0, user: 1, assistant: 0, tool: 0, unknown: 0 },
    tools: [],
    responseFormat: undefined,
    media: 0,
    mediaAt: [],
    mediaKinds: new Set(),
    hasCustomTools: false,
    hasForeignMembers: false,
  };
}

/** `names`: of the first tools; an unnamed one by its type. */
function readTools(scan: TopLevelMembers): { readonly names: readonly string[]; readonly custom: boolean } {
  const names: string[] = [];
  let custom = false;
  for (const field of ['tools', 'functions']) {
    const member = scan.find(field);
    if (member?.kind !== 'array') continue;
    const { bytes } = scan;
    walkArray(bytes, member.valueStart, DEPTH, (_, start) => {
      const end = skipValue(bytes, start, DEPTH);
      if (names.length >= MAX_VIEWED_TOOLS) return end;
      const tool = readTool(bytes, start);
      names.push(tool.name ?? tool.type ?? 'tool');
      if (tool.custom) custom = true;
      return end;
    });
  }
  return { names, custom };
}

interface ToolOutline {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly custom: boolean;
}

function readTool(bytes: Buffer, start: number): ToolOutline {
  let name: string | undefined;
  let type: string | undefined;
  let custom = false;
  walkObject(bytes, start, DEPTH, (_, keyStart, keyEnd, valueStart) => {
    const end = skipValue(bytes, valueStart, DEPTH);
    const isCustom = isKey(bytes, keyStart, keyEnd, 'custom') && bytes[valueStart] === OPEN_BRACE;
    custom ||= isCustom;
    if (isCustom || isKey(bytes, keyStart, keyEnd, 'function')) name ??= readTool(bytes, valueStart).name;
    else if (bytes[valueStart] !== QUOTE) return end;
    else if (isKey(bytes, keyStart, keyEnd, 'name')) name = decodeText(bytes, valueStart + 1, end - 1);
    else if (isKey(bytes, keyStart, keyEnd, 'type')) type = decodeText(bytes, valueStart + 1, end - 1);
    return end;
  });
  return { name, type, custom };
}

function readResponseFormat(scan: TopLevelMembers): ResponseFormatView | undefined {
  const member = scan.find('response_format');
  if (member?.kind !== 'object') return undefined;
  if (member.valueEnd - member.valueStart > MAX_FORMAT_BYTES)
    return { type: 'json_schema', name: undefined, keys: [] };
  const format: unknown = JSON.parse(scan.bytes.toString('utf8', member.valueStart, member.valueEnd));
  const { type, json_schema: wrapped } = asRecord(format);
  if (typeof type !== 'string') return undefined;
  return formatView(type, asRecord(wrapped));
}

/** @param definition what has the `name` and the `schema` */
export function formatView(
  type: string,
  { name, schema }: Readonly<Record<string, unknown>>,
): ResponseFormatView {
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
