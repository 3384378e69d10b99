import type { EntityManager } from 'typeorm';
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.js';
import { idFloor } from '../../lib/ids.js';
import { readProgress } from '../usage/folding/usage-progress.js';
import { hoursWith } from '../usage/reading/usage-hours.js';
import type { CallFilters } from './call-filters.js';
import { hoursOfModel } from './call-models.js';

/** Ids from `first` to before `behind`. */
export interface CallSpan {
  readonly first: string;
  readonly behind: string;
}

/** Where to look: the spans in which live calls that are summed can be, and the mark behind which none is summed yet. */
export interface WhereToLook {
  readonly spans: readonly CallSpan[];
  readonly mark: string;
}

/** A call's id and its time are taken one after the other. */
const SLACK_MS = MINUTE_MS;
const FAR_FUTURE = Date.UTC(9999, 0);

/**
 * Rare calls are looked for in the hours that have some, which the sums of usage tell: no index of the call log has to hold what
 * lists filter by, so no call pays for it. Undefined where the filters ask for nothing that sums know, for what is not rare, or
 * while calls of before are still to be summed.
 */
export async function findSpans(
  manager: EntityManager,
  projectId: string,
  filters: CallFilters,
): Promise<WhereToLook | undefined> {
  if (!asksForSpans(filters)) return undefined;
  const { model, key, surface, tier, router, group } = filters;
  const { foldedTo, backlog, sealedTo, isFromElsewhere } = await readProgress(manager);
  if (isFromElsewhere || backlog.behind !== '') return undefined;
  const question = { projectId, ...periodOf(filters) };
  const only = { key, surface, tier, router, group };
  const bySums = isSummed(filters) ? await hoursWith(manager, { ...question, only }, sealedTo) : undefined;
  const ofModel = model === undefined ? undefined : await hoursOfModel(manager, { ...question, model });
  const byModel = ofModel?.map(({ startsAt }) => startsAt.getTime());
  const hours = bySums === undefined ? byModel : byModel === undefined ? bySums : common(bySums, byModel);
  return hours && { spans: toSpans(hours), mark: foldedTo };
}

/** Whether sums may tell where the calls are: of nothing else they are asked. */
export function asksForSpans(filters: CallFilters): boolean {
  return (filters.model !== undefined || isSummed(filters)) && filters.batch === undefined;
}

const isSummed = ({ key, tier, router, group }: CallFilters): boolean =>
  [key, tier, router, group].some((filter) => filter !== undefined);

/** Whole hours; of an open end, all that there is. */
function periodOf({ from, to }: CallFilters): { from: Date; to: Date } {
  const begin = from === undefined ? 0 : Math.floor(from.getTime() / HOUR_MS) * HOUR_MS;
  return { from: new Date(begin), to: to ?? new Date(FAR_FUTURE) };
}

function common(one: readonly number[], other: readonly number[]): number[] {
  const known = new Set(other);
  return one.filter((hour) => known.has(hour));
}

/** Newest first; hours that touch are one span, so that no id is in two. */
export function toSpans(hours: readonly number[]): CallSpan[] {
  const spans: { from: number; to: number }[] = [];
  for (const hour of [...new Set(hours)].sort((one, other) => one - other)) {
    const last = spans.at(-1);
    if (last !== undefined && hour - SLACK_MS <= last.to) last.to = hour + HOUR_MS + SLACK_MS;
    else spans.push({ from: hour - SLACK_MS, to: hour + HOUR_MS + SLACK_MS });
  }
  return spans
    .reverse()
    .map(({ from, to }) => ({ first: idFloor('call', from), behind: idFloor('call', to) }));
}
