import type { TopLevelMembers } from '../../../wire/json-bytes/scan-top-level.js';
import type { BatchHttp, BatchRequest } from '../http/batch-http.js';
import type { ItemFacts, PortionResult } from '../batch-provider.js';
import { endedAs, UNREADABLE } from './endings.js';
import type { PendingItems } from './pending-items.js';
import { maxFileBytes, readResultLines, textMember, type ResultLine } from './result-lines.js';
import { UnreadableResultsError } from './unreadable-results.error.js';

export interface ResultFile {
  readonly http: BatchHttp;
  readonly request: BatchRequest;
  /** Loses the requests whose lines are read. */
  readonly pending: PendingItems;
  readonly read: (line: TopLevelMembers, facts: ItemFacts) => PortionResult;
}

/**
 * The results in one file of a provider's, each once. A line that is there but broken is the errored result of the request that
 * it still names.
 * @returns how many of the results that the provider counts are there: lines of ours, and broken ones that name nobody
 * @throws UpstreamError or GatewayError when the file cannot be read to its end, is gone, or is some other text
 */
export async function* readResultFile({
  http,
  request,
  pending,
  read,
}: ResultFile): AsyncGenerator<PortionResult, number> {
  let taken = 0;
  let isOurs = false;
  let isEmpty = true;
  // By their places: a file that broke off is read twice.
  const nameless = new Set<number>();
  for await (const line of readResultLines(http, request, maxFileBytes(pending.sentCount))) {
    isEmpty = false;
    const id = idIn(line, pending);
    if (id === undefined) {
      if (isResult(line)) nameless.add(line.index);
      continue;
    }
    isOurs ||= pending.owns(id);
    const facts = pending.take(id);
    if (facts === undefined) continue;
    taken += 1;
    yield line.object === undefined ? endedAs(facts.customId, UNREADABLE) : read(line.object, facts);
  }
  // An error's envelope, a page, or another batch's results: whatever it is, ours are still to come.
  if (!isOurs && !isEmpty) throw new UnreadableResultsError();
  return taken + nameless.size;
}

function idIn({ object, bytes }: ResultLine, pending: PendingItems): string | undefined {
  return object === undefined ? pending.findId(bytes) : textMember(object, 'custom_id');
}

/** Broken, or whole and without its name; an error that stands in the place of the results is neither. */
function isResult({ object }: ResultLine): boolean {
  return object === undefined || object.find('result') !== undefined || object.find('response') !== undefined;
}
