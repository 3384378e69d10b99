import { JsonBytesError } from '../../../wire/json-bytes/json-bytes-error.js';
import { scanTopLevel, type TopLevelMembers } from '../../../wire/json-bytes/scan-top-level.js';
import type { BatchHttp, BatchRequest } from '../http/batch-http.js';
import { makeBreather } from '../http/breather.js';
import { CallFailure, unanswered } from '../http/call-failure.js';
import { splitLines } from '../../../lib/split-lines.js';

const RESULT_MAX_DEPTH = 500;

/** A whole line of a file of results. */
export interface ResultLine {
  /** Its place in the file, from 0. */
  readonly index: number;
  readonly bytes: Buffer;
  /** `undefined` when the line is no JSON object. */
  readonly object: TopLevelMembers | undefined;
}

/**
 * The lines of a file of results. A file that breaks off is read again from its start, so a line may come twice.
 * @throws UpstreamError or GatewayError when the file cannot be read to its end, is gone, or is a page.
 */
export async function* readResultLines(http: BatchHttp, request: BatchRequest): AsyncGenerator<ResultLine> {
  for (let tries = 1; ; tries += 1) {
    try {
      yield* readOnce(http, request);
      return;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      // A refusal was tried again already.
      if (error.kind === 'refused' || !(await http.waitForRetry(error, tries))) throw error.error;
    }
  }
}

async function* readOnce(http: BatchHttp, request: BatchRequest): AsyncGenerator<ResultLine> {
  let index = 0;
  // What has arrived already is read without a turn of the event loop between two lines.
  const breathe = makeBreather();
  for await (const { bytes, isEnded } of splitLines(await http.chunks(request))) {
    await breathe();
    const object = scanObject(bytes);
    if (object === undefined && !isEnded) throw unanswered(new Error('the last line of the results is cut'));
    yield { index, bytes, object };
    index += 1;
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
