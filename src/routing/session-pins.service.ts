import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';
import { Clock } from '../lib/clock.js';
import { growingCache } from '../lib/growing-cache.js';

export interface PinKey {
  readonly projectId: string;
  readonly routerId: string;
  readonly sessionId: string;
}

export interface Pin {
  /** The id as a caller would write it. */
  readonly model: string;
  /** The tier of the decision that made the pin. */
  readonly tier: string;
  readonly decisionId: string;
  readonly pinnedUntil: Date;
}

export interface NewPin {
  readonly model: string;
  readonly tier: string;
  readonly decisionId: string;
  /** A pin that may be replaced although it is live: its model has left the router. */
  readonly stale: Pin | undefined;
}

const MAX_REMEMBERED = 100_000;
const PURGE_ROWS = 10_000;

/** One statement decides between racing first calls: the first row stays until it ends, or until its model is named as stale. */
const HOLD = `
INSERT INTO session_pins AS pin (project_id, router_id, session_id, model, tier, decision_id, pinned_until)
VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond')
ON CONFLICT (project_id, router_id, session_id) DO UPDATE SET
  (model, tier, decision_id, pinned_until) = (
    SELECT p.model, p.tier, p.decision_id, p.pinned_until FROM (
      SELECT excluded.model, excluded.tier, excluded.decision_id, excluded.pinned_until, 0 AS preference
       WHERE pin.pinned_until <= now() OR pin.decision_id = $8
      UNION ALL
      SELECT pin.model, pin.tier, pin.decision_id, pin.pinned_until, 1
    ) p ORDER BY p.preference LIMIT 1)
RETURNING model, tier, decision_id, pinned_until`;

/** Session pins (spec section 2): 24 hours, never extended by a replay, the same on every process. */
@Injectable()
export class SessionPins {
  private readonly remembered = growingCache<string, Pin>(MAX_REMEMBERED);
  private readonly ttlMs: number;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(SETTINGS) { sessionPinTtlMs }: Settings,
  ) {
    this.ttlMs = sessionPinTtlMs;
  }

  /** A live pin that this process knows of. */
  peek(key: PinKey): Pin | undefined {
    const name = nameOf(key);
    const pin = this.remembered.get(name);
    if (pin === undefined || pin.pinnedUntil.getTime() > this.clock.now().getTime()) return pin;
    this.remembered.delete(name);
    return undefined;
  }

  /**
   * Pins the session, or answers the live pin that is there already: compare `decisionId`.
   * @throws DatabaseUnavailableError (503)
   */
  async hold(key: PinKey, pin: NewPin): Promise<Pin> {
    const rows = await this.dataSource
      .query<{ model: string; tier: string; decision_id: string; pinned_until: Date }[]>(HOLD, [
        key.projectId,
        key.routerId,
        key.sessionId,
        pin.model,
        pin.tier,
        pin.decisionId,
        this.ttlMs,
        pin.stale?.decisionId ?? '',
      ])
      .catch((error: unknown) => {
        throw asDatabaseFailure(error);
      });
    const [row] = rows;
    if (row === undefined) throw new Error('a pin was neither written nor found');
    const held: Pin = {
      model: row.model,
      tier: row.tier,
      decisionId: row.decision_id,
      pinnedUntil: row.pinned_until,
    };
    this.remembered.set(nameOf(key), held);
    return held;
  }

  /** Drops what this process remembers; the rows stay. */
  forget(): void {
    this.remembered.clear();
  }

  /** Deletes what has ended and answers how many. */
  async purge(): Promise<number> {
    const rows = await this.dataSource.query<{ count: number }[]>(
      `WITH ended AS (
         DELETE FROM session_pins WHERE ctid IN (SELECT ctid FROM session_pins WHERE pinned_until <= now() LIMIT $1)
         RETURNING 1)
       SELECT count(*)::int AS count FROM ended`,
      [PURGE_ROWS],
    );
    return rows[0]?.count ?? 0;
  }
}

function nameOf({ projectId, routerId, sessionId }: PinKey): string {
  return `${projectId}\n${routerId}\n${sessionId}`;
}
