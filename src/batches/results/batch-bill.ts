import { priceUsage } from '../../billing/price-usage.js';
import { NO_USAGE, type TokenUsage } from '../../billing/token-usage.js';
import type { PicoUsd } from '../../lib/money.js';
import type { PortionResult } from '../../upstreams/batches/batch-provider.js';
import type { BilledItem } from '../items/item-store.service.js';
import { readBilledAnswer } from './billed-answer.js';

/** What a batch used and cost at one model. */
export interface ModelBill {
  readonly model: string;
  readonly provider: string;
  requests: number;
  usage: TokenUsage;
  cost: PicoUsd;
}

export type ResultCounts = Record<PortionResult['status'], number>;

const NOT_BILLED = { cost: 0n, response: undefined };

/** Adds up a batch as its results come in: exact to the last decimal, each result rounded once. */
export class BatchBill {
  total: PicoUsd = 0n;
  readonly counts: ResultCounts = { succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  private readonly models = new Map<string, ModelBill>();

  /** @returns what the result costs (only an answer does), and the answer with the usage that it is billed by */
  add(item: BilledItem, result: PortionResult): { cost: PicoUsd; response: Buffer | undefined } {
    this.counts[result.status] += 1;
    if (result.status === 'canceled' || result.status === 'expired') return NOT_BILLED;
    const bill = this.billOf(item);
    bill.requests += 1;
    if (result.status !== 'succeeded') return NOT_BILLED;
    const { usage, response } = readBilledAnswer(item, result);
    const cost = priceUsage({
      usage,
      prices: item.model.prices,
      priceBasis: 'catalogue',
      rate: 'batch',
      webSearchFeePicoUsd: item.webSearchFeePicoUsd,
    });
    // A model is admitted to a batch with its price alone.
    if (cost === undefined) throw new Error(`no batch price of ${item.model.id}`);
    bill.usage = addUsage(bill.usage, usage);
    bill.cost += cost;
    this.total += cost;
    return { cost, response };
  }

  perModel(): readonly ModelBill[] {
    return [...this.models.values()];
  }

  private billOf({ target }: BilledItem): ModelBill {
    const known = this.models.get(target.publicId);
    if (known !== undefined) return known;
    const bill = {
      model: target.publicId,
      provider: target.upstream,
      requests: 0,
      usage: NO_USAGE,
      cost: 0n,
    };
    this.models.set(target.publicId, bill);
    return bill;
  }
}

function addUsage(sum: TokenUsage, one: TokenUsage): TokenUsage {
  return {
    inputTokens: sum.inputTokens + one.inputTokens,
    cacheReadTokens: sum.cacheReadTokens + one.cacheReadTokens,
    cacheWrite5mTokens: sum.cacheWrite5mTokens + one.cacheWrite5mTokens,
    cacheWrite1hTokens: sum.cacheWrite1hTokens + one.cacheWrite1hTokens,
    outputTokens: sum.outputTokens + one.outputTokens,
    webSearchRequests: sum.webSearchRequests + one.webSearchRequests,
    servedFast: false,
    estimated: sum.estimated || one.estimated,
  };
}
