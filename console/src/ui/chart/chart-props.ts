import type { ComponentChildren } from 'preact';
import type { Amount } from '../../format/money.js';

export interface ChartSeries {
  readonly label: string;
  /** One for each time; null where nothing is known. Amounts stay text: only the drawing turns them into numbers. */
  readonly values: readonly (Amount | null)[];
}

export interface ChartProps {
  /** Its heading's text and the name of its table. */
  readonly name: string;
  /** `stacked` bars when absent. */
  readonly kind?: 'stacked' | 'lines';
  /** Times in milliseconds, rising. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Exact, in the table: `formatUsd`, `formatCount`. */
  readonly formatValue: (value: Amount) => string;
  /** Short, at the axis: `formatShort`. The exact one when absent. */
  readonly formatAxis?: (value: number) => string;
  readonly formatTime?: (time: number) => string;
  /** Of the axis; the browser's when absent. */
  readonly timeZone?: string;
  /** A span of time was marked on the chart. */
  readonly onSelect?: (from: number, to: number) => void;
  readonly actions?: ComponentChildren;
}
