import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordChange } from '../../audit/record-change.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';
import { newId } from '../../lib/ids.js';
import { formatUsd, parseUsd, type PicoUsd } from '../../lib/money.js';
import { LedgerEntryEntity } from './ledger-entry.entity.js';

/** The same key for other money: one of the two credits would be lost in silence. */
export class IdempotencyKeyReusedError extends GatewayError {
  constructor(used: { amount: PicoUsd; note: string | null }) {
    const note = used.note === null ? 'no note' : `the note ${JSON.stringify(used.note)}`;
    super({
      status: 409,
      code: 'idempotency_key_reused',
      param: 'idempotency_key',
      message: `This \`idempotency_key\` was used for a credit of ${formatUsd(used.amount)} USD with ${note}; nothing was moved. Send the same body again, or another key.`,
    });
  }
}

export interface Credit {
  readonly organizationId: string;
  readonly amount: PicoUsd;
  readonly note: string | undefined;
  /** Unique in the organization: the same key again moves nothing. */
  readonly idempotencyKey: string | undefined;
}

export interface OrganizationBalance {
  readonly balance: PicoUsd;
  readonly reserved: PicoUsd;
}

interface BalanceRow {
  organization_id: string;
  balance_usd: string;
  reserved_usd: string;
}

/** Ledger row and balance in one statement; a row that exists already moves nothing. */
const ADD_CREDIT = `
WITH added AS (
  INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, note) VALUES ($1, 'credit', $2, $3, $4)
  ON CONFLICT (kind, reference, part) DO NOTHING RETURNING organization_id, amount_usd
)
UPDATE balances b SET balance_usd = b.balance_usd + a.amount_usd FROM added a WHERE b.organization_id = a.organization_id`;

/** Money that an operator puts on an organization's balance. */
@Injectable()
export class CreditsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
  ) {}

  /**
   * @returns the ledger row: the first one when the same credit was added under its key before.
   * @throws IdempotencyKeyReusedError (409), InvalidRequestError (400) when the balance could not hold the sum.
   */
  add(credit: Credit): Promise<LedgerEntryEntity> {
    return this.dataSource.transaction((manager) => this.addIn(manager, credit));
  }

  async addIn(
    manager: EntityManager,
    { organizationId, amount, note, idempotencyKey }: Credit,
  ): Promise<LedgerEntryEntity> {
    // Keys are the caller's own words, so two organizations may use the same one.
    const reference = idempotencyKey === undefined ? newId('led') : `${organizationId}:${idempotencyKey}`;
    const [, moved] = await manager
      .query<[unknown, number]>(ADD_CREDIT, [organizationId, formatUsd(amount), reference, note ?? null])
      .catch((error: unknown) => {
        throw isOverflow(error) ? balanceTooLarge(error) : error;
      });
    await this.feed.publish(manager, { organizationId });
    const row = await manager
      .getRepository(LedgerEntryEntity)
      .findOneByOrFail({ kind: 'credit', reference, part: 0 });
    const standing = { amount: parseUsd(row.amountUsd), note: row.note };
    if (standing.amount !== amount || standing.note !== (note ?? null))
      throw new IdempotencyKeyReusedError(standing);
    if (moved > 0)
      await recordChange(manager, {
        organizationId,
        action: 'credit.add',
        targetId: `led_${row.sequence}`,
        before: null,
        // Exact, as text: this is what someone answers for.
        after: { amount_usd: formatUsd(amount), note: note ?? null, idempotency_key: idempotencyKey ?? null },
      });
    return row;
  }

  /** What each organization has left, and what reservations hold of it. */
  async balancesOf(organizationIds: readonly string[]): Promise<ReadonlyMap<string, OrganizationBalance>> {
    const rows: BalanceRow[] = await this.dataSource.query(
      'SELECT organization_id, balance_usd, reserved_usd FROM balances WHERE organization_id = ANY($1)',
      [organizationIds],
    );
    return new Map(
      rows.map((row) => [
        row.organization_id,
        { balance: parseUsd(row.balance_usd), reserved: parseUsd(row.reserved_usd) },
      ]),
    );
  }
}

/** SQLSTATE of a value that a `numeric(24,12)` cannot hold. */
const NUMERIC_OVERFLOW = '22003';

function isOverflow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === NUMERIC_OVERFLOW;
}

function balanceTooLarge(cause: unknown): InvalidRequestError {
  return new InvalidRequestError({
    param: 'amount_usd',
    message: '`amount_usd` would take the balance past 999,999,999,999 USD; nothing was moved.',
    cause,
  });
}
