import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SlowQueries } from '../database/slow-queries.service.js';
import { Clock } from '../lib/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/durations.js';
import { idFloor } from '../lib/ids.js';
import { UsageReports, type UsageRow } from './usage-report.service.js';

export const KEY_USAGE_DAYS = 30;

export interface KeyUsage {
  /** When its last call began; null: nothing was called with it, or nothing is known of it any more. */
  readonly lastUsedAt: Date | null;
  /** Of the last 30 days; absent when there was nothing. */
  readonly usage: UsageRow | undefined;
}

/** The hour in which each key was last seen, by way of the days: those are few. */
const LAST_HOURS = `
SELECT key_id, (SELECT max(starts_at) FROM usage_rollups
                 WHERE project_id = $1 AND grain = 'hour' AND key_id = days.key_id
                   AND starts_at >= days.day AND starts_at < days.day + interval '1 day') AS hour
  FROM (SELECT key_id, max(starts_at) AS day FROM usage_rollups
         WHERE project_id = $1 AND grain = 'day' AND key_id = ANY($2) GROUP BY key_id) AS days`;

/** What is in no sum yet is newer than what is. */
const LAST_UNSUMMED = `
SELECT key_id, max(created_at) AS at FROM calls
 WHERE written_in >= (SELECT folded_to FROM usage_progress) AND project_id = $1 AND key_id = ANY($2) GROUP BY key_id`;

const LAST_OF_HOURS = `
SELECT asked.key_id, last.created_at AS at
  FROM unnest($2::text[], $3::text[], $4::text[]) AS asked (key_id, first, behind)
 CROSS JOIN LATERAL (SELECT created_at FROM calls WHERE project_id = $1 AND key_id = asked.key_id AND id >= asked.first
                        AND id < asked.behind ORDER BY id DESC LIMIT 1) AS last`;

interface LastCall {
  readonly key_id: string;
  readonly at: Date;
}

/** What keys are used for, from the sums of usage: no key has an index of its calls. */
@Injectable()
export class KeysUsage {
  constructor(
    @Inject(SlowQueries) private readonly slowQueries: SlowQueries,
    @Inject(UsageReports) private readonly reports: UsageReports,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async of(projectId: string, keyIds: readonly string[]): Promise<ReadonlyMap<string, KeyUsage>> {
    if (keyIds.length === 0) return new Map();
    return this.slowQueries.read(async (manager) => {
      const usage = new Map((await this.readUsage(manager, projectId)).map((row) => [row.key, row]));
      const last = await readLast(manager, projectId, keyIds);
      return new Map(
        keyIds.map((id) => [id, { lastUsedAt: last.get(id) ?? null, usage: usage.get(id) }] as const),
      );
    });
  }

  /** Until the hour after this one: read from sums alone. */
  private readUsage(manager: EntityManager, projectId: string): Promise<UsageRow[]> {
    const to = new Date((Math.floor(this.clock.now().getTime() / HOUR_MS) + 2) * HOUR_MS);
    const from = new Date(to.getTime() - KEY_USAGE_DAYS * DAY_MS);
    return this.reports.usageIn(manager, { projectId, from, to, groupBy: 'key' });
  }
}

async function readLast(
  manager: EntityManager,
  projectId: string,
  keyIds: readonly string[],
): Promise<Map<string, Date>> {
  const fresh = await manager.query<LastCall[]>(LAST_UNSUMMED, [projectId, keyIds]);
  const found = new Map(fresh.map(({ key_id: id, at }) => [id, at]));
  const others = keyIds.filter((id) => !found.has(id));
  const hours = await manager.query<{ key_id: string; hour: Date }[]>(LAST_HOURS, [projectId, others]);
  const older = await manager.query<LastCall[]>(LAST_OF_HOURS, [
    projectId,
    hours.map(({ key_id: id }) => id),
    // A call's id and its time are taken one after the other.
    hours.map(({ hour }) => idFloor('call', hour.getTime() - MINUTE_MS)),
    hours.map(({ hour }) => idFloor('call', hour.getTime() + HOUR_MS + MINUTE_MS)),
  ]);
  for (const { key_id: id, at } of older) found.set(id, at);
  return found;
}
