import { asNumber, isJsonObject, type JsonObject } from '../../../wire/exact-json/raw-json.js';
import type { PortionState, PortionStatus } from '../batch-provider.js';
import { CANCELED, EXPIRED, LOST, type Ending } from '../results/endings.js';
import { countOf, readCount, textOf } from '../provider-object.js';

/** Readers of provider B's batch object (wire notes 4). */

const ENDED: ReadonlySet<unknown> = new Set(['completed', 'failed', 'expired', 'cancelled']);
const MAX_SHOWN_ERRORS = 3;

/** Where the batch stands. Requests that were not run are counted once it has ended without them. */
export function stateOf(batch: JsonObject): PortionState {
  const { completed, failed } = countsOf(batch);
  const notRun = Math.max((totalOf(batch) ?? 0) - completed - failed, 0);
  return {
    status: statusOf(batch),
    succeeded: completed,
    errored: failed,
    canceled: batch.status === 'cancelled' ? notRun : 0,
    expired: batch.status === 'expired' ? notRun : 0,
    ...(batch.status === 'failed' && { error: { message: failureOf(batch) } }),
  };
}

/** How many requests the provider took; `undefined` when it does not say. */
export function totalOf(batch: JsonObject): number | undefined {
  const { total } = countsOf(batch);
  return total > 0 ? total : undefined;
}

/** What became of a request that stands in neither file. */
export function endingOf(batch: JsonObject): Ending {
  switch (batch.status) {
    case 'cancelled':
      return CANCELED;
    case 'expired':
      return EXPIRED;
    case 'failed':
      return { status: 'errored', error: { message: failureOf(batch) } };
    default:
      return LOST;
  }
}

/**
 * How many results the files of a batch that has ended must hold at least, by its counts. Counts that are absent, or cannot be,
 * promise nothing of a batch that stopped early; one that is `completed` has a result for every request it got.
 */
export function promisedBy(batch: JsonObject, sentCount: number): { output: number; inAll: number } {
  if (batch.status === 'failed') return { output: 0, inAll: 0 };
  const { completed, failed } = countsOf(batch);
  const isCompleted = batch.status === 'completed';
  const inAll = completed + failed;
  if (areCredible(batch) && (inAll > 0 || !isCompleted))
    return { output: Math.min(completed, sentCount), inAll: Math.min(inAll, sentCount) };
  return { output: 0, inAll: isCompleted ? sentCount : 0 };
}

/** Unix seconds. */
export function createdAtOf(batch: JsonObject): number | undefined {
  return asNumber(batch.created_at);
}

function statusOf({ status }: JsonObject): PortionStatus {
  if (ENDED.has(status)) return 'ended';
  return status === 'cancelling' ? 'canceling' : 'in_progress';
}

interface Counts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
}

function areCredible({ request_counts: counts }: JsonObject): boolean {
  if (!isJsonObject(counts)) return false;
  const [total, completed, failed] = ['total', 'completed', 'failed'].map((name) => readCount(counts[name]));
  if (completed === undefined || failed === undefined) return false;
  return total === undefined ? (counts.total ?? null) === null : completed + failed <= total;
}

function countsOf(batch: JsonObject): Counts {
  const counts = isJsonObject(batch.request_counts) ? batch.request_counts : {};
  const read = (name: keyof Counts): number => countOf(counts[name]);
  return { total: read('total'), completed: read('completed'), failed: read('failed') };
}

/** Why the input file was refused, the first few reasons. */
function failureOf({ errors }: JsonObject): string {
  const list = isJsonObject(errors) && Array.isArray(errors.data) ? errors.data : [];
  const messages = list
    .filter(isJsonObject)
    .map(({ message }) => textOf(message))
    .filter((message) => message !== undefined);
  if (messages.length === 0) return 'The provider refused the batch without a reason.';
  return [...new Set(messages)].slice(0, MAX_SHOWN_ERRORS).join(' ');
}
