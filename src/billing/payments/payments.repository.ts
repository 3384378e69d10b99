import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ChangeFeed } from '../../database/change-feed.js';
import { newId } from '../../lib/ids.js';
import { formatUsd, parseUsd, type PicoUsd } from '../../lib/money.js';
import { HOUR_MS, SECOND_MS } from '../../lib/durations.js';
import type { PaymentKind } from './payment.entity.js';
import { PaymentProvider } from './payment-provider.js';

/** A pending payment that is this process's to bring to its end. */
export interface ClaimedPayment {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: PaymentKind;
  readonly amount: PicoUsd;
  readonly customer: string;
  readonly paymentMethod: string;
  /** 1: nobody has asked the provider before. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** What stands between a wish for money and a payment of one's own. */
export type Claim =
  | { readonly kind: 'claimed'; readonly payment: ClaimedPayment }
  /** Another process works on one, or the last attempt had no answer and the next is not due. */
  | { readonly kind: 'pending'; readonly isUnanswered: boolean }
  | { readonly kind: 'not-needed' };

interface PaymentRow {
  id: string;
  organization_id: string;
  kind: PaymentKind;
  amount_usd: string;
  customer: string;
  payment_method: string;
  attempts: number;
  created_at: Date;
}

/** Longer than an attempt takes as a rule; an overlap would be harmless, because the provider knows the payment's id. */
const LEASE_MS = 15 * SECOND_MS;
/** After a declined card no reload is tried for so long, unless a card is saved. */
export const DECLINE_PAUSE_MS = HOUR_MS;

const COLUMNS = 'id, organization_id, kind, amount_usd, customer, payment_method, attempts, created_at';
const LOCK_BALANCE = 'SELECT FROM balances WHERE organization_id = $1 FOR UPDATE';

const RESUME = `
UPDATE payments SET retry_at = now() + $2::float8 * interval '1 millisecond', attempts = attempts + 1, is_unanswered = false
 WHERE organization_id = $1 AND status = 'pending' AND provider = $3 AND retry_at <= now()
RETURNING ${COLUMNS}`;

const START_RELOAD = `
INSERT INTO payments (id, organization_id, kind, amount_usd, provider, customer, payment_method, retry_at)
SELECT $2, o.id, 'reload', (o.auto_reload->>'amount_usd')::numeric, a.provider, a.customer, a.payment_method,
       now() + $3::float8 * interval '1 millisecond'
  FROM organizations o
  JOIN balances b ON b.organization_id = o.id
  JOIN payment_accounts a ON a.organization_id = o.id AND a.provider = $4 AND a.payment_method IS NOT NULL
 WHERE o.id = $1 AND (o.auto_reload->>'enabled')::boolean
   AND b.balance_usd < (o.auto_reload->>'threshold_usd')::numeric
   AND (a.declined_until IS NULL OR a.declined_until <= now())
ON CONFLICT DO NOTHING
RETURNING ${COLUMNS}`;

/** Rounded up to what can be charged; what is charged is what is credited. */
const START_HOURLY_CHARGE = `
INSERT INTO payments (id, organization_id, kind, period, amount_usd, provider, customer, payment_method, retry_at)
SELECT $2, o.id, 'hourly_charge', $5, least(ceil(-b.balance_usd / $6::numeric) * $6::numeric, $8::numeric), a.provider,
       a.customer, a.payment_method, now() + $3::float8 * interval '1 millisecond'
  FROM organizations o
  JOIN balances b ON b.organization_id = o.id
  JOIN payment_accounts a ON a.organization_id = o.id AND a.provider = $4 AND a.payment_method IS NOT NULL
 WHERE o.id = $1 AND o.pay_as_you_go AND -b.balance_usd >= $7::numeric
ON CONFLICT DO NOTHING
RETURNING ${COLUMNS}`;

/** The payment's end, its ledger row and the balance in one statement. Also from `failed`: the provider may correct itself. */
const SUCCEED = `
WITH ended AS (
  UPDATE payments SET status = 'succeeded', provider_reference = $2, failure = NULL, ended_at = now()
   WHERE id = $1 AND status <> 'succeeded' RETURNING id, organization_id, kind, amount_usd, provider, payment_method
), forgiven AS (
  UPDATE payment_accounts a SET declined_at = NULL, declined_until = NULL
    FROM ended e WHERE a.organization_id = e.organization_id AND a.provider = e.provider AND a.payment_method = e.payment_method
), added AS (
  INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference)
  SELECT organization_id, kind, amount_usd, id FROM ended
  ON CONFLICT (kind, reference, part) DO NOTHING RETURNING organization_id, amount_usd
)
UPDATE balances b SET balance_usd = b.balance_usd + a.amount_usd FROM added a WHERE b.organization_id = a.organization_id
RETURNING b.organization_id`;

const DECLINE = `
WITH ended AS (
  UPDATE payments SET status = 'failed', failure = $2, provider_reference = $3, ended_at = now()
   WHERE id = $1 AND status = 'pending' RETURNING organization_id, provider, payment_method
)
UPDATE payment_accounts a SET declined_at = now(), declined_until = now() + $4::float8 * interval '1 millisecond'
  FROM ended e WHERE a.organization_id = e.organization_id AND a.provider = e.provider AND a.payment_method = e.payment_method`;

/** The states of payments, and the only statements that change them. Each moves its money with it. */
@Injectable()
export class PaymentsRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly feed: ChangeFeed,
    @Inject(PaymentProvider) private readonly provider: PaymentProvider,
  ) {}

  /** A reload when the organization is under its threshold, has a card that is not declined, and nobody else pays for it. */
  claimReload(organizationId: string): Promise<Claim> {
    return this.claim(organizationId, (manager) =>
      manager.query<PaymentRow[]>(START_RELOAD, [organizationId, newId('pay'), LEASE_MS, this.provider.name]),
    );
  }

  /** The charge of an hour, when the organization pays as it goes, owes enough, and was not charged in that hour. */
  claimHourlyCharge(organizationId: string, period: string): Promise<Claim> {
    const { step, smallest, largest } = this.provider.steps;
    const limits = [step, smallest, largest].map(formatUsd);
    return this.claim(organizationId, (manager) =>
      manager.query<PaymentRow[]>(START_HOURLY_CHARGE, [
        organizationId,
        newId('pay'),
        LEASE_MS,
        this.provider.name,
        period,
        ...limits,
      ]),
    );
  }

  /** Organizations that an hourly charge may be due for. */
  async owing(period: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT o.id FROM organizations o
         JOIN balances b ON b.organization_id = o.id AND b.balance_usd <= -$2::numeric
         JOIN payment_accounts a ON a.organization_id = o.id AND a.provider = $1 AND a.payment_method IS NOT NULL
        WHERE o.pay_as_you_go AND NOT EXISTS (
          SELECT FROM payments p WHERE p.organization_id = o.id AND p.kind = 'hourly_charge' AND p.period = $3)
        ORDER BY o.id`,
      [this.provider.name, formatUsd(this.provider.steps.smallest), period],
    );
    return rows.map(({ id }) => id);
  }

  /** Organizations with a payment that is due to be asked about again. */
  async unfinished(): Promise<string[]> {
    const rows = await this.dataSource.query<{ organization_id: string }[]>(
      `SELECT organization_id FROM payments WHERE status = 'pending' AND provider = $1 AND retry_at <= now()
        ORDER BY retry_at LIMIT 100`,
      [this.provider.name],
    );
    return rows.map(({ organization_id: id }) => id);
  }

  /** Takes over what another attempt left pending. */
  async resume(organizationId: string): Promise<ClaimedPayment | undefined> {
    const rows = await resumeIn(this.dataSource.manager, organizationId, this.provider.name);
    return rows[0] && toClaimed(rows[0]);
  }

  /** The payment of an id that the provider names. */
  async find(id: string): Promise<{ organizationId: string; amount: PicoUsd } | undefined> {
    const rows = await this.dataSource.query<{ organization_id: string; amount_usd: string }[]>(
      'SELECT organization_id, amount_usd FROM payments WHERE id = $1 AND provider = $2',
      [id, this.provider.name],
    );
    const row = rows[0];
    return row && { organizationId: row.organization_id, amount: parseUsd(row.amount_usd) };
  }

  /** Credits the payment, once however often it is told. @returns whether it was this time. */
  succeed({ id, organizationId }: PaymentName, reference: string): Promise<boolean> {
    return this.change(organizationId, async (manager) => {
      // In the order of `claim`, so that the two cannot wait for each other.
      await manager.query(LOCK_BALANCE, [organizationId]);
      const [rows] = await manager.query<[unknown[], number]>(SUCCEED, [id, reference]);
      return rows.length > 0;
    });
  }

  /** Ends the payment without money, and leaves the card alone for a while. */
  async decline(
    { id, organizationId }: PaymentName,
    { reason, reference }: { reason: string; reference?: string | undefined },
  ): Promise<void> {
    await this.change(organizationId, (manager) =>
      manager.query(DECLINE, [id, reason, reference ?? null, DECLINE_PAUSE_MS]),
    );
  }

  /** Ends a payment that the provider knows nothing of. The card is not to blame. */
  async abandon({ id, organizationId }: PaymentName): Promise<void> {
    await this.change(organizationId, (manager) =>
      manager.query(
        `UPDATE payments SET status = 'failed', failure = 'provider_never_answered', ended_at = now()
          WHERE id = $1 AND status = 'pending'`,
        [id],
      ),
    );
  }

  /** Leaves it pending: the next attempt is not due before the pause is over. */
  async postpone(
    { id }: PaymentName,
    { pauseMs, isUnanswered }: { pauseMs: number; isUnanswered: boolean },
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE payments SET retry_at = now() + $2::float8 * interval '1 millisecond', is_unanswered = $3
        WHERE id = $1 AND status = 'pending'`,
      [id, pauseMs, isUnanswered],
    );
  }

  /**
   * The balance is locked first: whoever waited for it sees what the payment before brought, and wants no second one.
   * The lock is gone before the provider is asked.
   */
  private claim(
    organizationId: string,
    start: (manager: EntityManager) => Promise<PaymentRow[]>,
  ): Promise<Claim> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(LOCK_BALANCE, [organizationId]);
      const [resumed] = await resumeIn(manager, organizationId, this.provider.name);
      const [row] = resumed === undefined ? await start(manager) : [resumed];
      if (row !== undefined) return { kind: 'claimed', payment: toClaimed(row) };
      const [pending] = await manager.query<{ is_unanswered: boolean }[]>(
        `SELECT is_unanswered FROM payments WHERE organization_id = $1 AND provider = $2 AND status = 'pending'`,
        [organizationId, this.provider.name],
      );
      return pending === undefined
        ? { kind: 'not-needed' }
        : { kind: 'pending', isUnanswered: pending.is_unanswered };
    });
  }

  private change<T>(organizationId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const result = await work(manager);
      await this.feed.publish(manager, { organizationId });
      return result;
    });
  }
}

export type PaymentName = Pick<ClaimedPayment, 'id' | 'organizationId'>;

async function resumeIn(
  manager: EntityManager,
  organizationId: string,
  provider: string,
): Promise<PaymentRow[]> {
  const [rows] = await manager.query<[PaymentRow[], number]>(RESUME, [organizationId, LEASE_MS, provider]);
  return rows;
}

function toClaimed(row: PaymentRow): ClaimedPayment {
  return {
    id: row.id,
    organizationId: row.organization_id,
    kind: row.kind,
    amount: parseUsd(row.amount_usd),
    customer: row.customer,
    paymentMethod: row.payment_method,
    attempts: row.attempts,
    createdAt: row.created_at,
  };
}
