import type { TimeZone } from '../../format/times.js';

/** `Nov 29, 14:00–15:00`, in the browser's time zone. */
export function formatSpan(
  { start, end }: { readonly start: number; readonly end: number },
  { timeZone }: TimeZone = {},
): string {
  const format = new Intl.DateTimeFormat('en', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return format.formatRange(start, end).replace(/\s+–\s+/, '–');
}
