import {
  attributionInBatch,
  type Attribution,
  type StoredAttribution,
} from '../../billing/calls/attribution.js';
import { priceUsage } from '../../billing/prices/price-usage.js';
import { NO_USAGE, type TokenUsage } from '../../billing/metering/token-usage.js';
import type { PicoUsd } from '../../lib/money.js';
import type { PortionResult } from '../../upstreams/batches/batch-provider.js';
import { OWN_ACCOUNT } from '../../upstreams/accounts/provider-account.js';
import type { BatchPortionEntity } from '../batch-portion.entity.js';
import { isOnOwnKey } from '../own-key-portions.js';
import type { BilledItem } from '../items/item-store.service.js';
import { readBilledAnswer } from './billed-answer.js';

/** What a batch used and cost at one model by one name, for those who said the same of whom they were for. */
export interface ModelBill {
  readonly model: string;
  /** The project's own name for it, where the requests have that. */
  readonly alias: string | undefined;
  readonly provider: string;
  readonly attribution: Attribution | undefined;
  /** `own`: on the project's own key, which costs nothing here. */
  readonly account: string | undefined;
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
  private readonly bills = new Map<string, ModelBill>();

  /** @param attribution what the batch says of all its requests */
  constructor(private readonly attribution: StoredAttribution | undefined) {}

  /** @returns what the result costs (only an answer does), and the answer with the usage that it is billed by */
  add(
    item: BilledItem,
    result: PortionResult,
    portion: Pick<BatchPortionEntity, 'account'>,
  ): { cost: PicoUsd; response: Buffer | undefined } {
    this.counts[result.status] += 1;
    if (result.status === 'canceled' || result.status === 'expired') return NOT_BILLED;
    const isOwn = isOnOwnKey(portion);
    const bill = this.billOf(item, isOwn ? OWN_ACCOUNT : undefined);
    bill.requests += 1;
    if (result.status !== 'succeeded') return NOT_BILLED;
    const { usage, response } = readBilledAnswer(item, result);
    const price = priceUsage({
      usage,
      prices: item.model.prices,
      priceBasis: 'catalogue',
      rate: 'batch',
      webSearchFeePicoUsd: item.webSearchFeePicoUsd,
    });
    // A model is admitted to a batch with its price alone.
    if (price === undefined) throw new Error(`no batch price of ${item.model.id}`);
    const cost = isOwn ? 0n : price;
    bill.usage = addUsage(bill.usage, usage);
    bill.cost += cost;
    this.total += cost;
    return { cost, response };
  }

  /** One for each model and name of it, whose key it was on, and each thing that was said. */
  perModel(): readonly ModelBill[] {
    return [...this.bills.values()];
  }

  private billOf({ target, alias, attribution: own }: BilledItem, account: string | undefined): ModelBill {
    const attribution = attributionInBatch(this.attribution, own);
    const said = attribution === undefined ? '' : ` ${JSON.stringify(attribution)}`;
    const key = `${target.publicId} ${alias ?? ''} ${account ?? ''}${said}`;
    const known = this.bills.get(key);
    if (known !== undefined) return known;
    const bill = {
      model: target.publicId,
      alias,
      provider: target.upstream,
      attribution,
      account,
      requests: 0,
      usage: NO_USAGE,
      cost: 0n,
    };
    this.bills.set(key, bill);
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
