import { startOfDay } from '../../format/zones.js';
import type { NamedPeriod } from '../../ui/period-picker.js';
import { text } from './text.js';

const iso = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

/** Today and yesterday, as whole days of a zone. */
export function namedDays(now: number, zone: string): readonly NamedPeriod[] {
  const today = startOfDay(now, { zone });
  const yesterday = startOfDay(now, { zone, daysBefore: 1 });
  return [
    { value: 'today', label: text.today, period: { from: iso(today), to: undefined } },
    { value: 'yesterday', label: text.yesterday, period: { from: iso(yesterday), to: iso(today) } },
  ];
}
