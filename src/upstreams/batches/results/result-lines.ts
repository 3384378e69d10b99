import { JsonBytesError } from '../../../wire/json-bytes/json-bytes-error.js';
import { scanTopLevel, type TopLevelMembers } from '../../../wire/json-bytes/scan-top-level.js';
import type { BatchHttp, BatchRequest } from '../http/batch-http.js';
import { makeBreather } from '../http/breather.js';
import { CallFailure, unanswered } from '../http/call-failure.js';
import { splitLines } from '../../../lib/split-lines.js';
import { UpstreamFailedError } from '../../upstream-answer.js';

const RESULT_MAX_DEPTH = 500;
/** All embeddings of a portion may be in the results of a few requests. */
const MAX_FILE_BYTES = 4_096 * 1_048_576;
/** The longest answers have as much; what a file has beside the results is lines that are not ours, or none. */
const MAX_BYTES_OF_RESULT = 1_048_576;

/** A whole line of a file of results. */
export interface ResultLine {
  /** Its place in the file, from 0. */
  readonly index: number;
  readonly bytes: Buffer;
  /** `undefined` when the line is no JSON object. */
  readonly object: TopLevelMembers | undefined;
}

/** How large a file of so many results may be: one without an end would be read for ever. */
export function maxFileBytes(results: number): number {
  return MAX_FILE_BYTES + results * MAX_BYTES_OF_RESULT;
}

/**
 * The lines of a file of results. A file that breaks off is read again from its start, so a line may come twice.
 * @throws UpstreamError or GatewayError when the file cannot be read to its end, is gone, is a page, or has more than `maxBytes`
 */
export async function* readResultLines(
  http: BatchHttp,
  request: BatchRequest,
  maxBytes: number,
): AsyncGenerator<ResultLine> {
  for (let tries = 1; ; tries += 1) {
    try {
      yield* readOnce(http, request, maxBytes);
      return;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      // A refusal was tried again already.
      if (error.kind === 'refused' || !(await http.waitForRetry(error, tries))) throw error.error;
    }
  }
}

async function* readOnce(
  http: BatchHttp,
  request: BatchRequest,
  maxBytes: number,
): AsyncGenerator<ResultLine> {
  let index = 0;
  // What has arrived already is read without a turn of the event loop between two lines.
  const breathe = makeBreather();
  for await (const { bytes, isEnded } of splitLines(upTo(maxBytes, await http.chunks(request)))) {
    await breathe();
    const object = scanObject(bytes);
    if (object === undefined && !isEnded) throw unanswered(new Error('the last line of the results is cut'));
    yield { index, bytes, object };
    index += 1;
  }
}

async function* upTo(maxBytes: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new UpstreamFailedError({
        code: 'upstream_answer_too_large',
        message: `The provider's file of results has more than ${maxBytes} bytes.`,
      });
    yield chunk;
  }
}

/** The object that is the value of a member. */
export function scanMember(scan: TopLevelMembers, name: string): TopLevelMembers | undefined {
  const member = scan.find(name);
  if (member?.kind !== 'object') return undefined;
  return scanObject(scan.bytes.subarray(member.valueStart, member.valueEnd));
}

/** The text that is the value of a member. */
export function textMember(scan: TopLevelMembers | undefined, name: string): string | undefined {
  const member = scan?.find(name);
  if (scan === undefined || member?.kind !== 'string') return undefined;
  return JSON.parse(scan.bytes.toString('utf8', member.valueStart, member.valueEnd)) as string;
}

/** The members of a JSON object that a provider sent; `undefined` when it is none. */
export function scanObject(bytes: Buffer): TopLevelMembers | undefined {
  try {
    return scanTopLevel(bytes, { maxDepth: RESULT_MAX_DEPTH, repeatedKeys: 'keep' });
  } catch (error) {
    if (error instanceof JsonBytesError) return undefined;
    throw error;
  }
}
