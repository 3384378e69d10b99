import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.js';
import { HostedItems, type PortionItem, type PortionResult } from '../../upstreams/batches/batch-provider.js';
import { ProviderNotConfiguredError } from '../../upstreams/accounts/provider-accounts.service.js';
import type { BatchPortionEntity } from '../batch-portion.entity.js';
import { ItemStore } from '../items/item-store.service.js';
import { parseOutcome, printOutcome } from './hosted-outcome.js';

/** Contract section 7: slices of 50, three passes, not before `Retry-After`, or 10 s without one. */
const SLICE = 50;
const MAX_TRIES = 3;
/** Between two passes of a request whose provider names no time. */
const PAUSE_MS = 10 * SECOND_MS;
/** It would be expired by then. */
const LONGEST_PAUSE_MS = DAY_MS;
const AT_ONCE = 10;
const CALL_LIMIT_MS = 5 * MINUTE_MS;
/** `{"status":"succeeded"` and what may follow it. */
const STATUS_BYTES = 22;
const CLAIM_MS = CALL_LIMIT_MS + MINUTE_MS;

export interface HostedCounts {
  readonly waiting: number;
  readonly succeeded: number;
  readonly errored: number;
  readonly canceled: number;
  readonly expired: number;
}

/** The requests of a portion that the hosted provider answers as live calls: a slice at a time, each request by one process. */
@Injectable()
export class HostedSlices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hosted: HostedItems,
    private readonly items: ItemStore,
  ) {}

  /** Runs the next slice and answers when it is through. What could not even be tried, for a reason of ours, counts as no try. */
  async run(portion: BatchPortionEntity): Promise<void> {
    const claimed = await this.claim(portion.id);
    if (claimed.size === 0) return;
    const untried = new Set(claimed.keys());
    try {
      const waiting = await this.requestsAt(portion, untried);
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          untried.delete(next.ordinal);
          await this.runItem(portion.id, next, claimed.get(next.ordinal) ?? MAX_TRIES);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => waiting.splice(0));
    } finally {
      if (untried.size > 0) await this.giveBack(portion.id, [...untried]);
    }
  }

  /** Ends what nobody runs, as canceled or expired. */
  async endWaiting(portionId: string, status: 'canceled' | 'expired'): Promise<void> {
    await this.dataSource.query(
      `UPDATE hosted_items SET outcome = convert_to('{"status":"${status}"}', 'UTF8'), claimed_until = NULL
        WHERE portion_id = $1 AND outcome IS NULL AND (claimed_until IS NULL OR claimed_until < now())`,
      [portionId],
    );
  }

  async counts(portionId: string): Promise<HostedCounts> {
    const rows: { status: string | null; count: string }[] = await this.dataSource.query(
      `SELECT convert_from(substring(outcome FROM 1 FOR ${STATUS_BYTES}), 'LATIN1') AS status, count(*)
         FROM hosted_items WHERE portion_id = $1 GROUP BY 1`,
      [portionId],
    );
    const count = (status: string): number =>
      rows.reduce((sum, row) => (row.status?.includes(`"${status}"`) ? sum + Number(row.count) : sum), 0);
    return {
      waiting: rows.reduce((sum, row) => (row.status === null ? sum + Number(row.count) : sum), 0),
      succeeded: count('succeeded'),
      errored: count('errored'),
      canceled: count('canceled'),
      expired: count('expired'),
    };
  }

  /** The outcomes in the order of the portion's items. */
  async *results(portion: BatchPortionEntity): AsyncGenerator<PortionResult> {
    let ordinal = 0;
    let page = new Map<number, Buffer>();
    for await (const { customId } of this.items.facts(portion)) {
      if (ordinal % SLICE === 0) page = await this.outcomes(portion.id, ordinal);
      const outcome = page.get(ordinal);
      ordinal += 1;
      if (outcome !== undefined) yield parseOutcome(outcome, customId);
    }
  }

  private async outcomes(portionId: string, from: number): Promise<Map<number, Buffer>> {
    const rows: { ordinal: number; outcome: Buffer }[] = await this.dataSource.query(
      'SELECT ordinal, outcome FROM hosted_items WHERE portion_id = $1 AND ordinal >= $2 AND ordinal < $3 AND outcome IS NOT NULL',
      [portionId, from, from + SLICE],
    );
    return new Map(rows.map(({ ordinal, outcome }) => [ordinal, outcome]));
  }

  /**
   * Takes requests that nobody works on and that are not put off, those with fewer tries first. As an array they are chosen once: a
   * join may choose again for each row, and as what it has taken is passed over then, it takes them all.
   * @returns their tries, this one included, by place
   */
  private async claim(portionId: string): Promise<Map<number, number>> {
    const result: [{ ordinal: number; tries: number }[], number] = await this.dataSource.query(
      `UPDATE hosted_items SET tries = tries + 1, claimed_until = now() + make_interval(secs => $3)
        WHERE portion_id = $1 AND ordinal = ANY(ARRAY(
          SELECT ordinal FROM hosted_items
           WHERE portion_id = $1 AND outcome IS NULL AND (claimed_until IS NULL OR claimed_until < now())
             AND (not_before IS NULL OR not_before <= now())
           ORDER BY tries, ordinal LIMIT $2 FOR UPDATE SKIP LOCKED))
        RETURNING ordinal, tries`,
      [portionId, SLICE, CLAIM_MS / 1_000],
    );
    return new Map(result[0].map(({ ordinal, tries }) => [ordinal, tries]));
  }

  private async requestsAt(
    portion: BatchPortionEntity,
    ordinals: ReadonlySet<number>,
  ): Promise<{ ordinal: number; item: PortionItem }[]> {
    const found: { ordinal: number; item: PortionItem }[] = [];
    let ordinal = 0;
    for await (const item of this.items.requests(portion)) {
      if (ordinals.has(ordinal)) found.push({ ordinal, item });
      ordinal += 1;
    }
    return found;
  }

  private async giveBack(portionId: string, ordinals: readonly number[]): Promise<void> {
    await this.dataSource.query(
      `UPDATE hosted_items SET tries = tries - 1, claimed_until = NULL
        WHERE portion_id = $1 AND ordinal = ANY($2) AND outcome IS NULL`,
      [portionId, ordinals],
    );
  }

  private async runItem(
    portionId: string,
    { ordinal, item }: { ordinal: number; item: PortionItem },
    tries: number,
  ): Promise<void> {
    const outcome = await this.hosted
      .run(item, AbortSignal.timeout(CALL_LIMIT_MS))
      .catch(async (error: unknown) => {
        if (error instanceof ProviderNotConfiguredError) {
          await this.giveBack(portionId, [ordinal]);
          throw error;
        }
        const message = error instanceof Error ? error.message : 'The provider did not answer.';
        return { kind: 'retry' as const, retryAfterMs: undefined, error: { message } };
      });
    if (outcome.kind === 'result') await this.keep(portionId, ordinal, outcome.result);
    else if (tries >= MAX_TRIES)
      await this.keep(portionId, ordinal, {
        customId: item.customId,
        status: 'errored',
        error: outcome.error,
      });
    else await this.putOff(portionId, ordinal, outcome.retryAfterMs ?? PAUSE_MS);
  }

  /** By the database's clock, which all processes share. */
  private async putOff(portionId: string, ordinal: number, pauseMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE hosted_items SET claimed_until = NULL, not_before = now() + make_interval(secs => $3)
        WHERE portion_id = $1 AND ordinal = $2 AND outcome IS NULL`,
      [portionId, ordinal, Math.min(pauseMs, LONGEST_PAUSE_MS) / 1_000],
    );
  }

  private async keep(portionId: string, ordinal: number, result: PortionResult): Promise<void> {
    await this.dataSource.query(
      'UPDATE hosted_items SET outcome = $3, claimed_until = NULL WHERE portion_id = $1 AND ordinal = $2 AND outcome IS NULL',
      [portionId, ordinal, printOutcome(result)],
    );
  }
}
