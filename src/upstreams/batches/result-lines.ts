import { JsonBytesError } from '../../wire/json-bytes/json-bytes-error.js';
import { scanTopLevel, type TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { BatchHttp, BatchRequest } from './batch-http.js';
import { makeBreather } from './breather.js';
import { CallFailure, unanswered, unreadable } from './call-failure.js';
import { splitLines } from '../../lib/split-lines.js';

/** The provider says that there is no such file, now or any more: asking again changes nothing. */
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);
const RESULT_MAX_DEPTH = 500;

/**
 * The JSON objects of a file of results. A file that breaks off is read again from its start, so a line may come twice; one that
 * is gone has no lines; a line that is no JSON object is passed over, for whoever it concerns is told that his result was lost.
 * @param isCounted the provider counts results in it: a file without a line is then not what it counted
 * @throws UpstreamError or GatewayError when the file cannot be read to its end, or is something else.
 */
export async function* readResultLines(
  http: BatchHttp,
  request: BatchRequest,
  isCounted = false,
): AsyncGenerator<TopLevelMembers> {
  for (let tries = 1; ; tries += 1) {
    try {
      yield* readOnce(http, request, isCounted);
      return;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (GONE_STATUSES.has(error.status)) return;
      // A refusal was tried again already.
      if (error.kind === 'refused' || !(await http.waitForRetry(error, tries))) throw error.error;
    }
  }
}

async function* readOnce(
  http: BatchHttp,
  request: BatchRequest,
  isCounted: boolean,
): AsyncGenerator<TopLevelMembers> {
  let isFirst = true;
  // What has arrived already is read without a turn of the event loop between two lines.
  const breathe = makeBreather();
  for await (const { bytes, isEnded } of splitLines(await http.chunks(request))) {
    await breathe();
    const line = scanObject(bytes);
    if (line !== undefined) yield line;
    else if (!isEnded) throw unanswered(new Error('the last line of the results is cut'));
    else if (isFirst) throw unreadable();
    isFirst = false;
  }
  if (isFirst && isCounted) throw unreadable();
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
