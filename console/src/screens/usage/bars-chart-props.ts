import type { ComponentChildren } from 'preact';
import type { Amount } from '../../format/money.js';

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: Amount;
}

export interface BarsChartProps {
  readonly name: string;
  /** What a bar stands for: the header of the table. */
  readonly group: string;
  readonly bars: readonly Bar[];
  readonly formatValue: (value: Amount) => string;
  readonly actions: ComponentChildren;
}
