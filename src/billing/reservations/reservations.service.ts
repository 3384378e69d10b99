import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ChangeFeed } from '../../database/change-feed.js';
import { formatUsd, parseUsd, type PicoUsd } from '../../lib/money.js';
import { insertBatchCalls, type BatchCall } from './batch-calls.js';
import { SpendLimits } from '../limits/spend-limits.service.js';
import type { LedgerKind } from '../ledger/ledger-entry.entity.js';
import { EstimateNotCoveredError } from '../holds/spend-gate-errors.js';

export interface ReserveInput {
  readonly organizationId: string;
  /** The batch's id. */
  readonly reference: string;
  readonly amount: PicoUsd;
}

/** Whose limits a batch counts for. */
export interface BatchPurses {
  readonly keyId: string;
  readonly projectId: string;
}

export interface HoldInput {
  readonly purses: BatchPurses;
  readonly reference: string;
  readonly amount: PicoUsd;
}

export interface SettleInput {
  readonly organizationId: string;
  readonly purses: BatchPurses;
  readonly reference: string;
  /** What `reserve` answered. */
  readonly reserved: PicoUsd;
  /** What the batch cost; 0 for a refund in full. */
  readonly charged: PicoUsd;
  /** What the call log keeps of the work; their costs add up to `charged`. */
  readonly calls?: readonly BatchCall[];
}

/**
 * Money held for work that ends later. Each step is part of its caller's transaction, and the ledger's unique key makes each
 * of them happen once: a second release or settlement of a reference fails instead of moving money again.
 */
@Injectable()
export class Reservations {
  constructor(
    private readonly feed: ChangeFeed,
    private readonly limits: SpendLimits,
  ) {}

  /** What a batch may cost is taken off what is left of its key's and its project's limit, also of one that is set while it runs. */
  async holdLimits(
    manager: EntityManager,
    { purses: { keyId, projectId }, reference, amount }: HoldInput,
  ): Promise<void> {
    if (amount === 0n) return;
    await manager.query(
      'INSERT INTO spend_holds (purse_id, reference, amount_usd) SELECT id, $2, $3 FROM unnest($1::text[]) AS own (id)',
      [[keyId, projectId], reference, formatUsd(amount)],
    );
  }

  /**
   * Takes an estimate off the balance, which the balance book holds for it until then.
   * @returns what is reserved: the amount
   * @throws EstimateNotCoveredError (402) when the balance was spent all the same
   */
  async reserve(manager: EntityManager, input: ReserveInput): Promise<PicoUsd> {
    const { organizationId, reference, amount } = input;
    const balance = await this.lockBalance(manager, organizationId);
    if (balance < amount) throw new EstimateNotCoveredError({ estimate: amount, balance });
    if (amount === 0n) return 0n;
    await this.move(manager, { organizationId, reference, kind: 'reservation', amount: -amount });
    await manager.query(
      'UPDATE balances SET balance_usd = balance_usd - $2, reserved_usd = reserved_usd + $2 WHERE organization_id = $1',
      [organizationId, formatUsd(amount)],
    );
    await this.feed.publish(manager, { organizationId });
    return amount;
  }

  /** Gives back what was held and takes what the work cost. @throws when the reference was settled before. */
  async settle(manager: EntityManager, input: SettleInput): Promise<void> {
    const { organizationId, purses, reference, reserved, charged, calls = [] } = input;
    // Many rows are written before the balance is locked, which live calls wait for.
    await insertBatchCalls(manager, calls);
    await this.lockBalance(manager, organizationId);
    if (reserved > 0n)
      await this.move(manager, { organizationId, reference, kind: 'release', amount: reserved });
    if (charged > 0n)
      await this.move(manager, { organizationId, reference, kind: 'settlement', amount: -charged });
    await manager.query(
      'UPDATE balances SET balance_usd = balance_usd + $2, reserved_usd = reserved_usd - $3 WHERE organization_id = $1',
      [organizationId, formatUsd(reserved - charged), formatUsd(reserved)],
    );
    await manager.query('DELETE FROM spend_holds WHERE reference = $1', [reference]);
    if (charged > 0n) await this.limits.add(manager, [purses.keyId, purses.projectId], formatUsd(charged));
    await this.feed.publish(manager, { organizationId });
  }

  private async lockBalance(manager: EntityManager, organizationId: string): Promise<PicoUsd> {
    const rows: { balance_usd: string }[] = await manager.query(
      'SELECT balance_usd FROM balances WHERE organization_id = $1 FOR UPDATE',
      [organizationId],
    );
    return parseUsd(rows[0]?.balance_usd ?? '0');
  }

  private async move(
    manager: EntityManager,
    { organizationId, reference, kind, amount }: ReserveInput & { kind: LedgerKind },
  ): Promise<void> {
    await manager.query(
      'INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference) VALUES ($1, $2, $3, $4)',
      [organizationId, kind, formatUsd(amount), reference],
    );
  }
}
