import { isJsonObject } from '../../../exact-json/raw-json.js';
import { readSmallJson } from '../../../json-bytes/read-member.js';
import type { JsonMember, TopLevelMembers } from '../../../json-bytes/scan-top-level.js';
import { responseIdOf } from '../../../response-id.js';
import { NativeOutput } from './native-output.js';

/** What a whole answer comes to, for the rules that may ask again: `AnswerFacts` of chat, in chat's words. */
export interface NativeFacts {
  /** `stop`, `length`, `content_filter`, `tool_calls`; undefined for a response that failed. */
  readonly finishReason: string | undefined;
  /** No text, refusal or call. Reasoning, or why a filter stepped in, is no answer. */
  readonly empty: boolean;
  /** Of all messages. */
  readonly text: string;
  /** The text, unless the response calls tools: that is a step on the way to an answer. */
  readonly answers: readonly string[];
}

/** A response object of provider B, as far as a call's bill and its retries go. Each is read when it is asked for. */
export interface NativeResponse {
  readonly id: string | undefined;
  /** Its `status`, of which only `failed` and `cancelled` are no answer. */
  readonly status: string | undefined;
  /** `usage`, parsed; for `usageFromResponses`, with the searches. */
  readonly usage: unknown;
  readonly webSearches: number;
  /** Bytes of text that the model wrote: an estimate begins with them. */
  readonly outputBytes: number;
  /** In chat's words, as in `facts`. */
  readonly finishReason: string | undefined;
  /** The same for who knows whether it calls tools. */
  finishReasonWhere(callsTools: boolean): string | undefined;
  /** It was stopped before its end, by a limit or a filter. */
  readonly isCutShort: boolean;
  /** `error`, parsed, when it is not null. */
  readonly error: unknown;
  /** Builds the texts: asked only where a rule needs them. */
  facts(): NativeFacts;
}

/** No rule is about answers that are larger: looking at one would hold others up. */
const MAX_LOOKED_AT_BYTES = 4 * 1_048_576;
const NO_BYTES = Buffer.alloc(0);
/** As `NativeOutput` knows it: what is not there needs no walk to be counted. */
const SEARCH = Buffer.from('"web_search_call"');

export function readNativeResponse(scan: TopLevelMembers): NativeResponse {
  return new ScannedResponse(scan);
}

class ScannedResponse implements NativeResponse {
  readonly id: string | undefined;
  readonly status: string | undefined;
  private readonly output: JsonMember | undefined;
  private walked: NativeOutput | undefined;
  private parsedUsage: unknown;
  private isUsageParsed = false;
  private searches: number | undefined;

  constructor(private readonly scan: TopLevelMembers) {
    this.id = responseIdOf(scan);
    this.status = wordOf(scan, 'status');
    const output = scan.find('output');
    this.output = output?.kind === 'array' ? output : undefined;
  }

  get usage(): unknown {
    if (!this.isUsageParsed) this.parsedUsage = readSmallJson(this.scan, 'usage') ?? undefined;
    this.isUsageParsed = true;
    return this.parsedUsage;
  }

  get error(): unknown {
    return readUnlessNull(this.scan, 'error');
  }

  get webSearches(): number {
    this.searches ??= this.countSearches();
    return this.searches;
  }

  get outputBytes(): number {
    return this.walk().outputBytes;
  }

  get finishReason(): string | undefined {
    return this.hasFailed ? undefined : (this.cutBy ?? wayOut(this.walk().callsTools));
  }

  finishReasonWhere(callsTools: boolean): string | undefined {
    return this.hasFailed ? undefined : (this.cutBy ?? wayOut(callsTools));
  }

  get isCutShort(): boolean {
    return !this.hasFailed && this.cutBy !== undefined;
  }

  facts(): NativeFacts {
    const { output, scan } = this;
    const bytes = output === undefined ? NO_BYTES : scan.bytes.subarray(output.valueStart, output.valueEnd);
    return factsOf(bytes, this.finishReason, this.walk());
  }

  private get hasFailed(): boolean {
    return this.status === 'failed' || this.status === 'cancelled';
  }

  private get cutBy(): string | undefined {
    const details = readUnlessNull(this.scan, 'incomplete_details');
    return isJsonObject(details) ? finishOf(textOf(details.reason)) : undefined;
  }

  private countSearches(): number {
    const { output, scan } = this;
    if (output === undefined) return 0;
    const at = scan.bytes.indexOf(SEARCH, output.valueStart);
    return at < 0 || at > output.valueEnd ? 0 : this.walk().webSearches;
  }

  private walk(): NativeOutput {
    if (this.walked === undefined) {
      this.walked = new NativeOutput();
      if (this.output !== undefined) this.walked.read(this.scan.bytes, this.output.valueStart);
    }
    return this.walked;
  }
}

/** Why provider B stopped, in chat's word. A status, or a reason, that is new is an end like another. */
function finishOf(incompleteReason: string | undefined): string | undefined {
  if (incompleteReason === 'max_output_tokens') return 'length';
  return incompleteReason === 'content_filter' ? 'content_filter' : undefined;
}

function wayOut(callsTools: boolean): string {
  return callsTools ? 'tool_calls' : 'stop';
}

/** A text without escapes is not parsed. */
function wordOf(scan: TopLevelMembers, name: string): string | undefined {
  const member = scan.find(name);
  if (member?.kind !== 'string') return undefined;
  const written = scan.bytes.toString('latin1', member.valueStart, member.valueEnd);
  return written.includes('\\') ? textOf(readSmallJson(scan, name)) : written.slice(1, -1);
}

function readUnlessNull(scan: TopLevelMembers, name: string): unknown {
  const member = scan.find(name);
  return member === undefined || member.kind === 'null' ? undefined : readSmallJson(scan, name);
}

function factsOf(output: Buffer, finishReason: string | undefined, read: NativeOutput): NativeFacts {
  if (output.length > MAX_LOOKED_AT_BYTES) return { finishReason, empty: false, text: '', answers: [''] };
  const text = textOfOutput(output);
  const refuses = read.refuses && finishReason !== 'content_filter';
  return {
    finishReason,
    empty: text.trim() === '' && !read.hasMore && !refuses,
    text,
    answers: read.callsTools ? [] : [text],
  };
}

function textOfOutput(output: Buffer): string {
  const items = output.length === 0 ? [] : (JSON.parse(output.toString()) as readonly unknown[]);
  return items
    .filter(isJsonObject)
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => (Array.isArray(content) ? content.filter(isJsonObject) : []))
    .map(({ type, text }) => (type === 'output_text' ? (textOf(text) ?? '') : ''))
    .join('');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
