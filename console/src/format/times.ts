const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly (readonly [below: number, length: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [MINUTE, SECOND, 'second'],
  [HOUR, MINUTE, 'minute'],
  [DAY, HOUR, 'hour'],
  [30 * DAY, DAY, 'day'],
  [365 * DAY, 30 * DAY, 'month'],
  [Number.POSITIVE_INFINITY, 365 * DAY, 'year'],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });
const NOW = 5 * SECOND;

/** `3 minutes ago`, `yesterday`, `in 2 hours`; `now` within five seconds. */
export function formatRelative(time: number, now: number): string {
  const difference = time - now;
  const distance = Math.abs(difference);
  if (distance < NOW) return relative.format(0, 'second');
  const [, length, unit] = STEPS.find(([below]) => distance < below) ?? [0, DAY, 'day' as const];
  return relative.format(Math.trunc(difference / length), unit);
}

export interface TimeZone {
  /** The browser's when absent. */
  readonly timeZone?: string;
}

/** `2026-11-29 20:41:07.123 UTC`: sortable, with the zone that it is said in. */
export function formatExact(time: number, { timeZone }: TimeZone = {}): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  }).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((candidate) => candidate.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const clock = `${part('hour')}:${part('minute')}:${part('second')}.${part('fractionalSecond')}`;
  return `${date} ${clock} ${part('timeZoneName')}`;
}
