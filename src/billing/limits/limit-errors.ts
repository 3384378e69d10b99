import { GatewayError } from '../../lib/gateway-error.js';
import { formatUsd, toUsdNumber, type PicoUsd } from '../../lib/money.js';
import type { SpendLimit } from './spend-limit.js';

const PERIODS = { day: 'a day', week: 'a week', month: 'a month', total: 'in total' } as const;

/** The limit of a key or a project is spent, or does not cover a batch: 402 `key_limit_reached`, `project_limit_reached`. */
export class LimitReachedError extends GatewayError {
  constructor(bound: SpendLimit, estimate?: PicoUsd) {
    const { kind } = bound.purse;
    const owner = kind === 'key' ? 'this API key' : 'this project';
    super({
      status: 402,
      code: kind === 'key' ? 'key_limit_reached' : 'project_limit_reached',
      message: `The limit of ${owner} is ${formatUsd(bound.limit)} USD ${PERIODS[bound.period]}, and ${formatUsd(bound.spent)} USD of it are spent${estimate === undefined ? '' : `; the batch is estimated at ${formatUsd(estimate)} USD`}. Nothing was sent. ${wayOut(bound)}`,
      extra: figuresOf(bound, estimate),
    });
  }
}

/** Calls in flight and batches hold the rest of a limit: 402 `reserved_in_flight`. */
export class LimitReservedError extends GatewayError {
  constructor(bound: SpendLimit, estimate?: PicoUsd) {
    const owner = bound.purse.kind === 'key' ? 'this API key' : 'this project';
    super({
      status: 402,
      code: 'reserved_in_flight',
      message: `Calls and batches in flight hold the rest of the limit of ${owner}. Nothing was sent; try again when they have ended.`,
      headers: { 'retry-after': '1' },
      extra: figuresOf(bound, estimate),
    });
  }
}

function wayOut({ resetsAt }: SpendLimit): string {
  const raise = 'an administrator can raise it';
  return resetsAt === null
    ? `It does not reset; ${raise}.`
    : `It resets at ${resetsAt.toISOString()}, or ${raise}.`;
}

function figuresOf(bound: SpendLimit, estimate: PicoUsd | undefined): Record<string, unknown> {
  return {
    limit_usd: toUsdNumber(bound.limit),
    spent_usd: toUsdNumber(bound.spent),
    resets_at: bound.resetsAt?.toISOString() ?? null,
    ...(estimate !== undefined && { estimate_usd: toUsdNumber(estimate) }),
  };
}
