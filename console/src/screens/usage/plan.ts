import type { UsageGroup } from '../../api/usage.js';
import { browserZone, dayZone, hoursOf, UTC } from '../../format/zones.js';
import { isTime } from './groups.js';

const DAY = 24 * 3_600_000;
/** So long a period is shown by hours when nothing else is asked for. */
const SHORT = 3 * DAY;
/** A longer one is read by days of UTC, which are kept: its hours would be too many rows. */
const LONG = 100 * DAY;

/** What is asked of the API, and how it is summed. */
export interface Plan {
  /** Over time and by model. */
  readonly overTime: 'hour,model' | 'day,model';
  /** By what is chosen, when that is neither a time nor the model. */
  readonly byGroup: UsageGroup | undefined;
  readonly unit: 'hour' | 'day';
  readonly zone: string;
  /** Why days are not those of the browser's zone. */
  readonly why: 'own' | 'not-whole-hours' | 'long';
}

export function planFor(
  group: UsageGroup,
  { from, to, zone = browserZone() }: { readonly from: number; readonly to: number; readonly zone?: string },
): Plan {
  const length = to - from;
  const unit = isTime(group) ? (group as 'day' | 'hour') : length <= SHORT ? 'hour' : 'day';
  const byGroup = isTime(group) || group === 'model' ? undefined : group;
  if (unit === 'hour') return { overTime: 'hour,model', byGroup, unit, zone, why: 'own' };
  if (length > LONG) return { overTime: 'day,model', byGroup, unit, zone: UTC, why: 'long' };
  const days = dayZone(hoursOf(from, to), zone);
  return {
    overTime: 'hour,model',
    byGroup,
    unit,
    zone: days,
    why: days === zone ? 'own' : 'not-whole-hours',
  };
}
