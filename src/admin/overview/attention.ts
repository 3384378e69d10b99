/** What an overview judges. Amounts are in USD; they are compared and never added up. */
export interface OverviewFigures {
  readonly balance: number;
  readonly payAsYouGo: boolean;
  readonly autoReload: boolean;
  readonly cardDeclinedAt: string | null;
  /** Of the period. */
  readonly cost: number;
  readonly calls: number;
  readonly errors: number;
  readonly failedBatches: number;
  readonly openRecommendations: number;
}

export const ATTENTION_KINDS = [
  'balance_used_up',
  'card_declined',
  'balance_low',
  'errors',
  'batches_failed',
  'recommendations',
] as const;

export interface Attention {
  readonly kind: (typeof ATTENTION_KINDS)[number];
  /** In one sentence. */
  readonly message: string;
}

/** Fewer calls say nothing about a rate. */
const MIN_CALLS = 20;
const MAX_ERROR_RATE = 0.05;

/** What somebody should look at, the most urgent first. */
export function findAttention(figures: OverviewFigures): Attention[] {
  return [...moneyOf(figures), ...trafficOf(figures)];
}

function moneyOf({ balance, payAsYouGo, autoReload, cardDeclinedAt, cost }: OverviewFigures): Attention[] {
  const found: Attention[] = [];
  if (balance <= 0 && !payAsYouGo)
    found.push({ kind: 'balance_used_up', message: 'The balance is used up: calls are refused (402).' });
  if (cardDeclinedAt !== null)
    found.push({
      kind: 'card_declined',
      message: `The card was declined at ${cardDeclinedAt}; it is not charged until it is saved again.`,
    });
  const isReloaded = autoReload && cardDeclinedAt === null;
  if (balance > 0 && balance < cost && !payAsYouGo && !isReloaded)
    found.push({ kind: 'balance_low', message: 'The balance is less than what this period cost.' });
  return found;
}

function trafficOf({ calls, errors, failedBatches, openRecommendations }: OverviewFigures): Attention[] {
  const found: Attention[] = [];
  if (calls >= MIN_CALLS && errors / calls > MAX_ERROR_RATE)
    found.push({ kind: 'errors', message: `${errors} of ${calls} calls failed.` });
  if (failedBatches > 0)
    found.push({ kind: 'batches_failed', message: `${counted(failedBatches, 'batch', 'batches')} failed.` });
  if (openRecommendations > 0)
    found.push({
      kind: 'recommendations',
      message: `${counted(openRecommendations, 'recommendation waits', 'recommendations wait')} for a decision.`,
    });
  return found;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
