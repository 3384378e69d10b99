const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONTH = 28 * DAY;

export interface AxisTimeOptions {
  /** From one mark to the next, in milliseconds. */
  readonly step: number;
  readonly timeZone?: string | undefined;
  /** The browser's when absent. */
  readonly locale?: string;
}

/** How the marks of a time axis are written: as people there write times, midnight as its day. */
export function axisTime({ step, timeZone, locale }: AxisTimeOptions): (time: number) => string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone });
  const day = format({ day: 'numeric', month: 'short' });
  if (step >= MONTH) return formatWith(format({ month: 'short', year: 'numeric' }));
  if (step >= DAY) return formatWith(day);
  const clock = format({ hour: '2-digit', minute: '2-digit', ...(step < 60_000 && { second: '2-digit' }) });
  const midnight = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone,
  });
  return (time) => (midnight.format(time) === '00:00' && step >= HOUR ? day : clock).format(time);
}

const formatWith =
  (format: Intl.DateTimeFormat) =>
  (time: number): string =>
    format.format(time);
