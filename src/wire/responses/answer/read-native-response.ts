import { isJsonObject } from '../../exact-json/raw-json.js';
import { readSmallJson } from '../../json-bytes/read-member.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { responseIdOf } from '../../response-id.js';
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

/** A response object of provider B, as far as a call's bill and its retries go. */
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
  /** `error`, parsed, when it is not null. */
  readonly error: unknown;
  /** Builds the texts: asked only where a rule needs them. */
  facts(): NativeFacts;
}

/** No rule is about answers that are larger: looking at one would hold others up. */
const MAX_LOOKED_AT_BYTES = 4 * 1_048_576;
const NO_BYTES = Buffer.alloc(0);

export function readNativeResponse(scan: TopLevelMembers): NativeResponse {
  const output = scan.find('output');
  const read = new NativeOutput();
  if (output?.kind === 'array') read.read(scan.bytes, output.valueStart);
  const status = textOf(readSmallJson(scan, 'status'));
  const details = readSmallJson(scan, 'incomplete_details');
  const reason = isJsonObject(details) ? textOf(details.reason) : undefined;
  const finishReason = finishReasonOf(status, reason, read.callsTools);
  return {
    id: responseIdOf(scan),
    status,
    usage: readSmallJson(scan, 'usage') ?? undefined,
    webSearches: read.webSearches,
    outputBytes: read.outputBytes,
    finishReason,
    error: readSmallJson(scan, 'error') ?? undefined,
    facts: () => {
      const bytes =
        output?.kind === 'array' ? scan.bytes.subarray(output.valueStart, output.valueEnd) : NO_BYTES;
      return factsOf(bytes, finishReason, read);
    },
  };
}

/** Provider B's end in chat's word. A status that is new is an end like another. */
export function finishReasonOf(
  status: string | undefined,
  incompleteReason: string | undefined,
  callsTools: boolean,
): string | undefined {
  if (status === 'failed' || status === 'cancelled') return undefined;
  if (incompleteReason === 'max_output_tokens') return 'length';
  if (incompleteReason === 'content_filter') return 'content_filter';
  return callsTools ? 'tool_calls' : 'stop';
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
