import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SlowQueries } from '../../database/slow-queries.service.js';
import { Clock } from '../../lib/clock.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.js';
import { idFloor } from '../../lib/ids.js';
import { readProgress } from './folding/usage-progress.js';
import type { UsageRow } from './reading/usage-question.js';
import { UsageReports } from './reading/usage-reports.service.js';
import { DIMENSION_NUMBERS } from './usage-dimensions.js';
import { grainNumber, QUARTER_MS } from './usage-grains.js';

export const KEY_USAGE_DAYS = 30;

export interface KeyUsage {
  /** When its last call began; null: nothing was called with it, or nothing is known of it any more. */
  readonly lastUsedAt: Date | null;
  /** Of the last 30 days; absent when there was nothing. */
  readonly usage: UsageRow | undefined;
}

const OF_KEYS = `
  FROM usage_projects AS p JOIN usage_values AS v ON v.project = p.id AND v.dimension = ${DIMENSION_NUMBERS.key}
 CROSS JOIN LATERAL`;

/** The quarter in which each key was last seen: of what is not summed by days yet, or by way of the days, which are few. */
const LAST_QUARTERS = `
SELECT key_id, max(quarter) AS quarter FROM (
  SELECT v.value AS key_id, last.quarter ${OF_KEYS} (
         SELECT max(f.starts_at) AS quarter FROM usage_facts AS f JOIN usage_combinations AS c ON c.project = p.id AND c.id = f.combination
          WHERE f.project = p.id AND f.starts_at >= $3 AND c.key = v.id) AS last
   WHERE p.project_id = $1 AND v.value = ANY($2)
  UNION ALL
  SELECT v.value, last.quarter ${OF_KEYS} (
         SELECT max(starts_at) AS day FROM usage_sums WHERE project = p.id AND cut = ${DIMENSION_NUMBERS.key}
            AND grain = ${grainNumber('day')} AND first = v.id) AS days
   CROSS JOIN LATERAL (
         SELECT max(starts_at) AS quarter FROM usage_sums WHERE project = p.id AND cut = ${DIMENSION_NUMBERS.key}
            AND grain = ${grainNumber('quarter')} AND first = v.id AND starts_at >= days.day AND starts_at < days.day + interval '1 day') AS last
   WHERE p.project_id = $1 AND v.value = ANY($2)
) AS found WHERE quarter IS NOT NULL GROUP BY 1`;

/** What is no fact yet is newer than what is, but for the backlog. */
const LAST_UNSUMMED = `
SELECT key_id, max(created_at) AS at FROM calls
 WHERE written_in >= (SELECT folded_to FROM usage_progress) AND project_id = $1 AND key_id = ANY($2) GROUP BY key_id`;

/** The backlog goes back from the newest, so its own newest is enough for what nothing newer is known of. */
const LAST_OF_BACKLOG = `
SELECT asked.key_id, last.created_at AS at FROM unnest($2::text[]) AS asked (key_id)
 CROSS JOIN LATERAL (SELECT created_at FROM calls WHERE project_id = $1 AND key_id = asked.key_id AND id < $3
                      ORDER BY id DESC LIMIT 1) AS last`;

const LAST_OF_QUARTERS = `
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
    private readonly slowQueries: SlowQueries,
    private readonly reports: UsageReports,
    private readonly clock: Clock,
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
    return this.reports.usageIn(manager, { projectIds: [projectId], from, to, groupBy: 'key' });
  }
}

async function readLast(
  manager: EntityManager,
  projectId: string,
  keyIds: readonly string[],
): Promise<Map<string, Date>> {
  const { sealedTo, backlog, hasFresh } = await readProgress(manager);
  const fresh = hasFresh ? await manager.query<LastCall[]>(LAST_UNSUMMED, [projectId, keyIds]) : [];
  const found = new Map(fresh.map(({ key_id: id, at }) => [id, at]));
  const unknown = (): string[] => keyIds.filter((id) => !found.has(id));
  const quarters = await manager.query<{ key_id: string; quarter: Date }[]>(LAST_QUARTERS, [
    projectId,
    unknown(),
    new Date(sealedTo[grainNumber('day')] ?? 0),
  ]);
  const older = await manager.query<LastCall[]>(LAST_OF_QUARTERS, [
    projectId,
    quarters.map(({ key_id: id }) => id),
    // A call's id and its time are taken one after the other.
    quarters.map(({ quarter }) => idFloor('call', quarter.getTime() - MINUTE_MS)),
    quarters.map(({ quarter }) => idFloor('call', quarter.getTime() + QUARTER_MS + MINUTE_MS)),
  ]);
  for (const { key_id: id, at } of older) found.set(id, at);
  if (backlog.behind === '') return found;
  for (const { key_id: id, at } of await manager.query<LastCall[]>(LAST_OF_BACKLOG, [
    projectId,
    unknown(),
    backlog.behind,
  ]))
    found.set(id, at);
  return found;
}
