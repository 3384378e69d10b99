import { USAGE_GROUPS, type UsageGroup } from '../../api/usage.js';
import { browserZone } from '../../format/zones.js';
import { isTime, type Grouping } from './groups.js';

/** So long a period is shown by hours when nothing else is asked for. */
const SHORT_MS = 3 * 24 * 3_600_000;

/** What is asked of the API. */
export interface Plan {
  /** Over time, by the model or by what is chosen beside a time. */
  readonly overTime: string;
  /** What that is by, beside the time. */
  readonly stackedBy: UsageGroup;
  /** By what is chosen, when what is over time does not say it. */
  readonly byGroup: string | undefined;
  /** In which order the rows of the chosen grouping have their keys. */
  readonly keysOf: Grouping;
  readonly unit: 'hour' | 'day';
  readonly zone: string;
}

const asGroup = (word: string | undefined): UsageGroup | undefined =>
  USAGE_GROUPS.find((group) => group === word);

/** `model`, or `key,model`, as the API has it; the first alone where the second says nothing. */
export function readGrouping(text: string): string | undefined {
  const [one, other] = text.split(',');
  const [first, second] = [asGroup(one), asGroup(other)];
  if (first === undefined) return undefined;
  return second === undefined || second === first ? first : `${first},${second}`;
}

/** Of a text that `readGrouping` gave. */
export function groupingOf(text: string): Grouping {
  const [first = 'day', second] = text.split(',').map(asGroup);
  return second === undefined ? [first] : [first, second];
}

export function planFor(
  grouping: Grouping,
  { from, to, zone = browserZone() }: { readonly from: number; readonly to: number; readonly zone?: string },
): Plan {
  const time = grouping.find(isTime);
  const unit = time ?? (to - from <= SHORT_MS ? 'hour' : 'day');
  const others = grouping.filter((group) => !isTime(group));
  const [only] = others;
  // A time and what else is chosen are one report; so are a time alone, and the model alone.
  const isOne = time !== undefined ? others.length < 2 : grouping.length === 1 && only === 'model';
  const stackedBy = time !== undefined && grouping.length === 2 ? (only ?? 'model') : 'model';
  const isReported = isOne && !areBothTimes(grouping);
  return {
    overTime: `${unit},${stackedBy}`,
    stackedBy,
    byGroup: isReported ? undefined : grouping.join(','),
    keysOf: isReported ? [unit, stackedBy] : grouping,
    unit,
    zone,
  };
}

const areBothTimes = (grouping: Grouping): boolean => grouping.length === 2 && grouping.every(isTime);
