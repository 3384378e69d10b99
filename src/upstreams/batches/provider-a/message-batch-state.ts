import { isJsonObject, type JsonObject } from '../../../wire/exact-json/raw-json.js';
import type { PortionState } from '../batch-provider.js';
import { CANCELED, EXPIRED, LOST, type Ending } from '../results/endings.js';
import { countOf } from '../provider-object.js';

/** Readers of provider A's batch object (wire notes 5). */

/** Where the batch stands; its counts stay zero until it has ended. */
export function stateOf(batch: JsonObject): PortionState {
  const { succeeded, errored, canceled, expired } = countsOf(batch);
  return { status: statusOf(batch), succeeded, errored, canceled, expired };
}

/** How many requests the provider took; `undefined` when it does not say. */
export function totalOf(batch: JsonObject): number | undefined {
  const { processing, succeeded, errored, canceled, expired } = countsOf(batch);
  const total = processing + succeeded + errored + canceled + expired;
  return total > 0 ? total : undefined;
}

/** What became of a request that the results do not mention. */
export function endingOf(batch: JsonObject): Ending {
  if (typeof batch.cancel_initiated_at === 'string') return CANCELED;
  return countsOf(batch).expired > 0 ? EXPIRED : LOST;
}

/** Wall time in milliseconds. */
export function createdAtOf(batch: JsonObject): number | undefined {
  return timeOf(batch.created_at);
}

/** Wall time in milliseconds. */
export function endedAtOf(batch: JsonObject): number | undefined {
  return timeOf(batch.ended_at);
}

function statusOf(batch: JsonObject): PortionState['status'] {
  const { processing_status: status } = batch;
  if (status === 'ended' || status === 'canceling') return status;
  return 'in_progress';
}

interface Counts {
  readonly processing: number;
  readonly succeeded: number;
  readonly errored: number;
  readonly canceled: number;
  readonly expired: number;
}

function countsOf(batch: JsonObject): Counts {
  const counts = isJsonObject(batch.request_counts) ? batch.request_counts : {};
  const read = (name: keyof Counts): number => countOf(counts[name]);
  return {
    processing: read('processing'),
    succeeded: read('succeeded'),
    errored: read('errored'),
    canceled: read('canceled'),
    expired: read('expired'),
  };
}

function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
