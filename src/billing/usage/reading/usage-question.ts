import type { UsageGroup } from '../usage-dimensions.js';

export interface UsageRow {
  readonly key: string;
  /** Of the second grouping; null where there is one alone. */
  readonly second_key: string | null;
  readonly requests: string;
  readonly input_tokens: string;
  readonly output_tokens: string;
  /** Exact decimal text: the sum of what the ledger took. */
  readonly cost_usd: string;
}

export interface UsageQuestion {
  readonly projectIds: readonly string[];
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly groupBy: UsageGroup;
  /** Cuts each group once more. */
  readonly thenBy?: UsageGroup | undefined;
  /** Whose days and hours are meant; UTC when absent. */
  readonly zone?: string | undefined;
  readonly only?: UsageFilters;
}

/** What is counted; absent members let everything pass. `none` stands for those that have none. */
export interface UsageFilters {
  /** Without the requests of batches. */
  readonly live?: boolean | undefined;
  readonly key?: string | undefined;
  readonly surface?: string | undefined;
  readonly tier?: string | undefined;
  readonly router?: string | undefined;
  readonly group?: string | undefined;
}
