import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAlert } from '../../alert-facts/record-alert.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { newId } from '../../lib/ids.js';
import { formatUsd, parseUsd, toUsdNumber, type PicoUsd } from '../../lib/money.js';
import { HOUR_MS, SECOND_MS } from '../../lib/durations.js';
import type { PaymentKind } from './payment.entity.js';
import {
  DECLINE,
  LOCK_BALANCE,
  OWING,
  RESUME,
  START_HOURLY_CHARGE,
  START_RELOAD,
  SUCCEED,
} from './payment-statements.js';
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

/** What one process has to be able to hold. */
export interface NeededMoney {
  readonly amount: PicoUsd;
  /** The process's own id among the leases. */
  readonly processId: string;
  /** For `expiryTime`. */
  readonly databaseTimeMs: number | null;
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

interface DeclinedRow {
  declined_at: Date;
  kind: PaymentKind;
  amount_usd: string;
}

/** Longer than an attempt takes as a rule; an overlap would be harmless, because the provider knows the payment's id. */
const LEASE_MS = 15 * SECOND_MS;
/** After a declined card no reload is tried for so long, unless a card is saved. */
export const DECLINE_PAUSE_MS = HOUR_MS;

/** The states of payments, and the only statements that change them. Each moves its money with it. */
@Injectable()
export class PaymentsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly provider: PaymentProvider,
  ) {}

  /**
   * A reload when the organization is under its threshold, has a card that is not declined, and nobody else pays for it. Above
   * the threshold too when the balance does not cover what is needed beside what the other processes were granted.
   */
  claimReload(organizationId: string, needed: NeededMoney | undefined): Promise<Claim> {
    return this.claim(organizationId, (manager) =>
      manager.query<PaymentRow[]>(START_RELOAD, [
        organizationId,
        newId('pay'),
        LEASE_MS,
        this.provider.name,
        needed === undefined ? null : formatUsd(needed.amount),
        needed?.processId ?? null,
        needed?.databaseTimeMs ?? null,
      ]),
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
    const rows = await this.dataSource.query<{ id: string }[]>(OWING, [
      this.provider.name,
      formatUsd(this.provider.steps.smallest),
      period,
    ]);
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
      const [rows] = await manager.query<[unknown[], number]>(SUCCEED, [id, reference]);
      return rows.length > 0;
    });
  }

  /** Ends the payment without money, and leaves the card alone for a while. */
  async decline(
    { id, organizationId }: PaymentName,
    { reason, reference }: { reason: string; reference?: string | undefined },
  ): Promise<void> {
    await this.change(organizationId, async (manager) => {
      const [[declined]] = await manager.query<[DeclinedRow[], number]>(DECLINE, [
        id,
        reason,
        reference ?? null,
        DECLINE_PAUSE_MS,
      ]);
      if (declined === undefined) return;
      await recordAlert(manager, {
        organizationId,
        event: 'card_declined',
        subject: organizationId,
        // Once until the card is taken again, or saved again, or another one is.
        window: declined.declined_at.toISOString(),
        facts: {
          payment_id: id,
          kind: declined.kind,
          amount_usd: toUsdNumber(parseUsd(declined.amount_usd)),
          reason,
          declined_since: declined.declined_at.toISOString(),
        },
      });
    });
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

  /**
   * Under the same lock, and taken in the same order, as `claim`: a payment that ended between a claim's look at the card
   * and its insert would otherwise be followed by another at once.
   */
  private change<T>(organizationId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(LOCK_BALANCE, [organizationId]);
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
