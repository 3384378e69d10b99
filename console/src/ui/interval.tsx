import { formatPercent } from '../format/numbers.js';
import './interval.css';

export interface IntervalProps {
  /** From 0 to 1, all three. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A rate with its interval, drawn on a scale from 0 to 100 % and said in words. */
export function Interval({ value, low, high }: IntervalProps) {
  return (
    <span class="interval">
      <span class="interval-scale" aria-hidden="true">
        <span class="interval-range" style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
        <span class="interval-value" style={{ left: `${value * 100}%` }} />
      </span>
      <span>{intervalText({ value, low, high })}</span>
    </span>
  );
}

/** `98% (89.5% to 99.7%)`. */
export const intervalText = ({ value, low, high }: IntervalProps): string =>
  `${formatPercent(value)} (${formatPercent(low)} to ${formatPercent(high)})`;
