const HOUR = 3_600_000;
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
  const format = new Intl.DateTimeFormat('en', { minute: 'numeric', timeZone: zone });
  return hours.every((hour) => format.format(hour) === '0') ? zone : UTC;
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

/** The first moment of the day that is so many days before that of a time, on a whole hour; days have 23 to 25 hours. */
export function startOfDay(
  time: number,
  { zone, daysBefore = 0 }: { readonly zone: string; readonly daysBefore?: number },
): number {
  const dayOf = dayFormat(zone);
  let hour = time - (time % HOUR);
  for (let left = daysBefore; ; left -= 1) {
    const day = dayOf(hour);
    while (dayOf(hour - HOUR) === day) hour -= HOUR;
    if (left === 0) return hour;
    hour -= HOUR;
  }
}
