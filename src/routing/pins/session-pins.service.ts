import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { asDatabaseFailure } from '../../database/database-unavailable.error.js';
import { Clock } from '../../lib/clock.js';
import { growingCache } from '../../lib/growing-cache.js';
import type { RequestShape } from './session-pin.entity.js';

export interface PinKey {
  readonly organizationId: string;
  readonly projectId: string;
  /** The router's id, or the model that it is anchored on: such a router may come after its first calls. */
  readonly router: string;
  readonly sessionId: string;
}

export interface Pin {
  /** The id as a caller would write it. */
  readonly model: string;
  /** The tier of the decision that made the pin. */
  readonly tier: string;
  /** What the request was that made it; `undefined`: a version that did not keep it. */
  readonly shape: RequestShape | undefined;
  readonly decisionId: string;
  readonly pinnedUntil: Date;
}

export interface NewPin {
  readonly model: string;
  readonly tier: string;
  readonly shape: RequestShape;
  readonly decisionId: string;
  /** A live pin that this one takes the place of, if it still stands. */
  readonly replaces: ReplacedPin | undefined;
}

/** `released`: its model has left the router, so the session begins anew. `moved`: the session goes on, and ends when it would have. */
export interface ReplacedPin {
  readonly decisionId: string;
  readonly why: 'released' | 'moved';
}

interface PinRow {
  readonly model: string;
  readonly tier: string;
  readonly shape: RequestShape | null;
  readonly decision_id: string;
  readonly pinned_until: Date;
}

const MAX_REMEMBERED = 100_000;
const PURGE_ROWS = 10_000;

/** One statement decides between racing calls: the row that stands stays until it ends, or until it is named as the one to replace. */
const HOLD = `
INSERT INTO session_pins AS pin (project_id, router_id, session_id, model, tier, shape, decision_id, pinned_until)
VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 millisecond')
ON CONFLICT (project_id, router_id, session_id) DO UPDATE SET
  (model, tier, shape, decision_id, pinned_until) = (
    SELECT p.model, p.tier, p.shape, p.decision_id, p.pinned_until FROM (
      SELECT excluded.model, excluded.tier, excluded.shape, excluded.decision_id,
             CASE WHEN $10 AND pin.pinned_until > now() THEN pin.pinned_until ELSE excluded.pinned_until END AS pinned_until,
             0 AS preference
       WHERE pin.pinned_until <= now() OR pin.decision_id = $9
      UNION ALL
      SELECT pin.model, pin.tier, pin.shape, pin.decision_id, pin.pinned_until, 1
    ) p ORDER BY p.preference LIMIT 1)
RETURNING model, tier, shape, decision_id, pinned_until`;

/** Session pins (spec section 2): 24 hours, extended by neither a replay nor a move, the same on every process. */
@Injectable()
export class SessionPins {
  private readonly remembered = growingCache<string, Pin>(MAX_REMEMBERED);
  private readonly ttlMs: number;
  /** Counts moves that were heard of: what was asked for before one is not remembered after it. */
  private moves = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly clock: Clock,
    @Inject(SETTINGS) { sessionPinTtlMs }: Settings,
  ) {
    this.ttlMs = sessionPinTtlMs;
    feed.onPinMoved((pin) => {
      this.moves += 1;
      if (pin === undefined) this.forget();
      else this.remembered.delete(pin);
    });
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
   * Pins the session, or answers the live pin that is there already: compare `decisionId`. A pin that moves is announced to every
   * process.
   * @throws DatabaseUnavailableError (503)
   */
  async hold(key: PinKey, pin: NewPin): Promise<Pin> {
    const { moves } = this;
    const held = await this.write(key, pin).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
    const isOwnMove = pin.replaces?.why === 'moved' && held.decisionId === pin.decisionId;
    if (moves === this.moves || isOwnMove) this.remembered.set(nameOf(key), held);
    return held;
  }

  private write(key: PinKey, pin: NewPin): Promise<Pin> {
    if (pin.replaces?.why !== 'moved') return this.insert(this.dataSource.manager, key, pin);
    return this.dataSource.transaction(async (manager) => {
      const held = await this.insert(manager, key, pin);
      const { organizationId } = key;
      if (held.decisionId === pin.decisionId)
        await this.feed.publish(manager, { organizationId, pin: nameOf(key) });
      return held;
    });
  }

  private async insert(manager: EntityManager, key: PinKey, pin: NewPin): Promise<Pin> {
    const [row] = await manager.query<PinRow[]>(HOLD, [
      key.projectId,
      key.router,
      key.sessionId,
      pin.model,
      pin.tier,
      pin.shape,
      pin.decisionId,
      this.ttlMs,
      pin.replaces?.decisionId ?? '',
      pin.replaces?.why === 'moved',
    ]);
    if (row === undefined) throw new Error('a pin was neither written nor found');
    return {
      model: row.model,
      tier: row.tier,
      shape: row.shape ?? undefined,
      decisionId: row.decision_id,
      pinnedUntil: row.pinned_until,
    };
  }

  /** Drops what this process remembers; the rows stay. */
  forget(): void {
    this.remembered.clear();
  }

  /** Deletes what has ended and answers how many. */
  async purge(): Promise<number> {
    const rows = await this.dataSource.query<{ count: number }[]>(
      `WITH ended AS (
         DELETE FROM session_pins WHERE ctid = ANY(ARRAY(SELECT ctid FROM session_pins WHERE pinned_until <= now() LIMIT $1))
         RETURNING 1)
       SELECT count(*)::int AS count FROM ended`,
      [PURGE_ROWS],
    );
    return rows[0]?.count ?? 0;
  }
}

function nameOf({ projectId, router, sessionId }: PinKey): string {
  return `${projectId}\n${router}\n${sessionId}`;
}
