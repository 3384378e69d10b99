const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** Tokens, requests, rows: `12,345`. */
export const formatCount = (count: number): string => whole.format(count);

/** For axes and bars, where the exact number stands elsewhere: `12.3K`. */
export const formatShort = (count: number): string => short.format(count);

/** `12.5%` of 0.125. */
export const formatPercent = (portion: number): string => percent.format(portion);

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1.5 kB`. */
export function formatBytes(bytes: number): string {
  const index = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** index;
  return `${value.toFixed(index === 0 || value >= 100 ? 0 : 1)} ${UNITS[index] ?? 'B'}`;
}
