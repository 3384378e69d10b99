import { dayZone, startOfDay } from '../../format/zones.js';
import type { NamedPeriod } from '../../ui/period-picker.js';
import { text } from './text.js';

const DAY = 24 * 3_600_000;
const iso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

/** Today and yesterday, as whole days of a zone. */
export function namedDays(now: number, browser: string): readonly NamedPeriod[] {
  const zone = dayZone([now - (now % 3_600_000), now - (now % 3_600_000) - 2 * DAY], browser);
  const today = startOfDay(now, { zone });
  const yesterday = startOfDay(now, { zone, daysBefore: 1 });
  return [
    { value: 'today', label: text.today, period: { from: iso(today), to: undefined } },
    { value: 'yesterday', label: text.yesterday, period: { from: iso(yesterday), to: iso(today) } },
  ];
}
