import { editMembers, joinBytes } from '../../json-bytes/edit-members.js';
import { readRaw } from '../../json-bytes/read-member.js';
import { scanTopLevel, type TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { joinTexts, jsonString, type ByteText, type Piece } from './byte-text.js';
import type { ResponseEcho } from './response-echo.js';

export interface ResponseState {
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  /** JSON of the object, or `null`. */
  readonly usage: ByteText;
  readonly completedAt?: number | undefined;
  /** JSON of `{code, message}`. */
  readonly error?: ByteText | undefined;
  readonly incompleteReason?: IncompleteReason | undefined;
  /** JSON string. */
  readonly serviceTier?: ByteText | undefined;
}

export type IncompleteReason = 'max_output_tokens' | 'content_filter';

const REQUEST_MAX_DEPTH = 500;
/** A text of as many bytes would be copied several times on its way: from here on it stays the bytes of the request. */
const LONG_FROM_BYTES = 65_536;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

/** The response object around what changes while it is made: its request, echoed with the defaults of provider B. */
export class ResponseFrame {
  private readonly head: ByteText;
  private readonly instructions: Piece;
  private readonly beforeOutput: ByteText;
  private readonly beforeTier: ByteText;
  private readonly beforeTools: ByteText;
  private readonly tools: Piece;
  private readonly beforeUsage: ByteText;
  private readonly tail: ByteText;

  /** @param lines `one`: for a stream, where a line end of the request would end the event's data */
  constructor(echo: ResponseEcho, lines: 'one' | 'as-sent') {
    const { requestScan, responseId, createdSeconds, model, store, previousResponseId } = echo;
    const told = lines === 'one' ? onOneLine : (json: ByteText): ByteText => json;
    const long = (name: string, fallback: string): Piece => {
      const sent = sentValue(requestScan, name);
      if (sent === undefined) return fallback;
      if (sent.length < LONG_FROM_BYTES) return told(sent.toString('latin1'));
      return lines === 'one' ? bytesOnOneLine(sent) : sent;
    };
    const echoed = (name: string, fallback: string): ByteText => {
      const sent = sentValue(requestScan, name);
      return `"${name}":${sent === undefined ? fallback : told(sent.toString('latin1'))}`;
    };
    this.head = `{"id":${jsonString(responseId)},"object":"response","created_at":${createdSeconds}`;
    this.instructions = long('instructions', 'null');
    this.beforeOutput = [
      '',
      echoed('max_output_tokens', 'null'),
      echoed('max_tool_calls', 'null'),
      `"model":${jsonString(model)}`,
    ].join(',');
    this.beforeTier = [
      '',
      echoed('parallel_tool_calls', 'true'),
      `"previous_response_id":${previousResponseId === undefined ? 'null' : jsonString(previousResponseId)}`,
      echoed('prompt_cache_key', 'null'),
      `"reasoning":${told(withDefaults(requestScan, 'reasoning', { effort: 'null', summary: 'null' }))}`,
      echoed('safety_identifier', 'null'),
    ].join(',');
    this.beforeTools = [
      '',
      `"store":${store}`,
      echoed('temperature', '1'),
      `"text":${told(withDefaults(requestScan, 'text', { format: '{"type":"text"}' }))}`,
      echoed('tool_choice', '"auto"'),
      '"tools":',
    ].join(',');
    this.tools = long('tools', '[]');
    this.beforeUsage = [
      '',
      echoed('top_logprobs', '0'),
      echoed('top_p', '1'),
      echoed('truncation', '"disabled"'),
    ].join(',');
    this.tail = `,${echoed('user', 'null')},${echoed('metadata', '{}')}}`;
  }

  /** The bytes in it are those of the request. @param output JSON of the array */
  print(state: ResponseState, output: ByteText): readonly Piece[] {
    const { status, usage, completedAt, error, incompleteReason, serviceTier } = state;
    const details = incompleteReason === undefined ? 'null' : `{"reason":"${incompleteReason}"}`;
    return joinTexts([
      `${this.head},"status":"${status}","background":false,"completed_at":${completedAt ?? 'null'}` +
        `,"error":${error ?? 'null'},"incomplete_details":${details},"instructions":`,
      this.instructions,
      `${this.beforeOutput},"output":${output}${this.beforeTier},"service_tier":${serviceTier ?? '"default"'}${this.beforeTools}`,
      this.tools,
      `${this.beforeUsage},"usage":${usage}${this.tail}`,
    ]);
  }
}

/** The bytes of a member as they were sent. OpenAI reads `null` as absent. */
function sentValue(scan: TopLevelMembers, name: string): Buffer | undefined {
  return scan.find(name)?.kind === 'null' ? undefined : readRaw(scan, name);
}

/** An object as it was sent, with the members that it lacks. */
function withDefaults(
  scan: TopLevelMembers,
  name: string,
  defaults: Readonly<Record<string, string>>,
): ByteText {
  const sent = scan.find(name)?.kind === 'object' ? readRaw(scan, name) : undefined;
  if (sent === undefined) return alone(name, defaults);
  const members = scanTopLevel(sent, { maxDepth: REQUEST_MAX_DEPTH, repeatedKeys: 'keep' });
  const missing = Object.entries(defaults).filter(([member]) => members.find(member) === undefined);
  const edits = missing.map(([member, json]) => ({ set: member, json }));
  return joinBytes(editMembers(members, edits)).toString('latin1');
}

/** Printed once: what a request does not name looks the same in each response. */
const printed = new Map<string, ByteText>();

function alone(name: string, defaults: Readonly<Record<string, string>>): ByteText {
  const known = printed.get(name) ?? printMembers(defaults);
  printed.set(name, known);
  return known;
}

function printMembers(members: Readonly<Record<string, string>>): ByteText {
  const pairs = Object.entries(members).map(([name, json]) => `"${name}":${json}`);
  return `{${pairs.join(',')}}`;
}

/** In a stream a line end would end the event's data; outside of strings, which hold none, it is white space. */
export function onOneLine(json: ByteText): ByteText {
  return /[\r\n]/.test(json) ? json.replace(/[\r\n]+/g, ' ') : json;
}

function bytesOnOneLine(json: Buffer): Buffer {
  if (!json.includes(LINE_FEED) && !json.includes(CARRIAGE_RETURN)) return json;
  const told = Buffer.from(json);
  for (let index = 0; index < told.length; index++)
    if (told[index] === LINE_FEED || told[index] === CARRIAGE_RETURN) told[index] = SPACE;
  return told;
}
