import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { asDatabaseFailure, readTwice } from '../../database/database-unavailable.error.js';
import { parseUsd, type PicoUsd } from '../../lib/money.js';
import type { Purse } from '../../projects/purse.js';
import { unspentOf, type SpendLimit } from '../limits/spend-limit.js';
import { BOUNDLESS, SpendLimits } from '../limits/spend-limits.service.js';
import { PaymentProvider } from '../payments/payment-provider.js';

/** What the spend gate has to know of an organization, or of a limit. */
export interface AccountFacts {
  readonly balance: PicoUsd;
  /** Of a key or project whose limit it is. */
  readonly bound?: SpendLimit | undefined;
  /** With auto reload on and a card saved. */
  readonly reload: ReloadFacts | undefined;
  readonly cardDeclined: boolean;
}

export interface ReloadFacts {
  readonly threshold: PicoUsd;
  /** What one reload brings. */
  readonly amount: PicoUsd;
  /** How long none is tried, because the card was declined; 0 when it may be. */
  readonly pausedMs: number;
}

interface AccountRow {
  balance_usd: string;
  threshold_usd: string | null;
  amount_usd: string | null;
  has_card: boolean;
  card_declined: boolean;
  paused_ms: number;
}

const NO_ACCOUNT: AccountFacts = { balance: 0n, reload: undefined, cardDeclined: false };
/** The limit was taken away a moment ago. */
const NO_LIMIT: AccountFacts = { balance: BOUNDLESS, reload: undefined, cardDeclined: false };

const ACCOUNT = `
SELECT b.balance_usd, o.auto_reload->>'amount_usd' AS amount_usd,
       CASE WHEN (o.auto_reload->>'enabled')::boolean THEN o.auto_reload->>'threshold_usd' END AS threshold_usd,
       a.payment_method IS NOT NULL AS has_card, a.declined_at IS NOT NULL AS card_declined,
       greatest(0, extract(epoch FROM coalesce(a.declined_until, now()) - now()) * 1000)::float8 AS paused_ms
  FROM balances b JOIN organizations o ON o.id = b.organization_id
  LEFT JOIN payment_accounts a ON a.organization_id = b.organization_id AND a.provider = $2
 WHERE b.organization_id = $1`;

/** Balance, reload settings and card in one look; of a limit, what is left of it. */
@Injectable()
export class AccountReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly provider: PaymentProvider,
    private readonly limits: SpendLimits,
  ) {}

  /** @throws DatabaseUnavailableError (503) */
  read({ kind, id }: Purse): Promise<AccountFacts> {
    const { manager } = this.dataSource;
    const look = () =>
      kind === 'organization' ? this.look(manager, ACCOUNT, id) : this.lookAtLimit(manager, id);
    return readTwice(look).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
  }

  /**
   * Locks the purse until the end of the transaction: nobody is granted anything of it meanwhile. A balance stays as it is too; of
   * a limit more may be spent, which was granted before.
   */
  async lock(manager: EntityManager, { kind, id }: Purse): Promise<AccountFacts> {
    if (kind === 'organization') return this.look(manager, `${ACCOUNT} FOR UPDATE OF b`, id);
    await this.limits.lock(manager, id);
    return this.lookAtLimit(manager, id);
  }

  private async lookAtLimit(manager: EntityManager, id: string): Promise<AccountFacts> {
    const bound = (await this.limits.of([id], manager)).get(id);
    return bound === undefined
      ? NO_LIMIT
      : { balance: unspentOf(bound), bound, reload: undefined, cardDeclined: false };
  }

  private async look(manager: EntityManager, sql: string, organizationId: string): Promise<AccountFacts> {
    const [row] = await manager.query<AccountRow[]>(sql, [organizationId, this.provider.name]);
    return row === undefined ? NO_ACCOUNT : toFacts(row);
  }
}

function toFacts(row: AccountRow): AccountFacts {
  const { threshold_usd: threshold, amount_usd: amount, has_card: hasCard, paused_ms: pausedMs } = row;
  return {
    balance: parseUsd(row.balance_usd),
    reload:
      threshold !== null && hasCard
        ? { threshold: parseUsd(threshold), amount: parseUsd(amount ?? '0'), pausedMs }
        : undefined,
    cardDeclined: row.card_declined,
  };
}
