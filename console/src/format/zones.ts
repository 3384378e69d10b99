const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
/** Said instead of the browser's zone where that one has no whole hours. */
export const UTC = 'UTC';

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Beginnings of the hours of UTC that a period touches. */
export function hoursOf(from: number, to: number): number[] {
  const hours: number[] = [];
  for (let hour = from - (from % HOUR); hour < to; hour += HOUR) hours.push(hour);
  return hours;
}

/**
 * The zone in which hours of UTC are summed to days: that zone where each of them is within one day of it, which is wherever it is
 * whole hours from UTC; else UTC.
 */
export function dayZone(hours: readonly number[], zone: string): string {
  const minuteOf = minuteFormat(zone);
  return hours.every((hour) => minuteOf(hour) === 0) ? zone : UTC;
}

/** `2026-11-29`: of which day a moment is. */
export function dayFormat(zone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: zone,
  });
  return (time) => format.format(time);
}

/** How many minutes the clocks of a zone show. */
export function minuteFormat(zone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en', { minute: 'numeric', timeZone: zone });
  return (time) => Number(format.format(time));
}

/** The first moment of the day that is so many days before that of a time; days have 23 to 25 hours and begin at a quarter. */
export function startOfDay(
  time: number,
  { zone, daysBefore = 0 }: { readonly zone: string; readonly daysBefore?: number },
): number {
  const dayOf = dayFormat(zone);
  let start = time - (time % QUARTER);
  for (let left = daysBefore; ; left -= 1) {
    const day = dayOf(start);
    while (dayOf(start - HOUR) === day) start -= HOUR;
    while (dayOf(start - QUARTER) === day) start -= QUARTER;
    if (left === 0) return start;
    start -= QUARTER;
  }
}
