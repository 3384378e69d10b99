import type { EntityManager } from 'typeorm';
import { MINUTE_MS } from '../../../lib/durations.js';
import type { UsageCut } from '../usage-cuts.js';
import { DIMENSION_NUMBERS } from '../usage-dimensions.js';
import type { UsageProgress } from '../folding/usage-progress.js';
import { floor, QUARTER_MS, type Span } from '../usage-grains.js';

/** A call's id and its time are taken one after the other. */
export const ID_SLACK_MS = MINUTE_MS;
/** A fact is up to a quarter later than it begins. */
const SLACK_MS = 2 * QUARTER_MS;

const OF_FACTS = `
SELECT min(fact.first) AS first, max(fact.last) AS last FROM usage_projects AS p
 CROSS JOIN LATERAL (SELECT min(starts_at) AS first, max(starts_at) AS last FROM usage_facts WHERE project = p.id) AS fact
 WHERE p.project_id = ANY($1)`;

const OF_FRESH = `
SELECT min(created_at) AS first, max(created_at) AS last, min(id) AS id FROM calls WHERE written_in >= $2 AND project_id = ANY($1)`;

/** By the ids of live calls, which tell their time, and by that of batches. */
const OF_BACKLOG = `
SELECT least(min(live.first), min(batch.first)) AS first, greatest(max(live.last), max(batch.last)) AS last
  FROM unnest($1::text[]) AS project (id)
 CROSS JOIN LATERAL (SELECT (SELECT created_at FROM calls WHERE project_id = project.id ORDER BY id LIMIT 1) AS first,
                            (SELECT created_at FROM calls WHERE project_id = project.id ORDER BY id DESC LIMIT 1) AS last) AS live
 CROSS JOIN LATERAL (SELECT min(created_at) AS first, max(created_at) AS last
                       FROM calls WHERE project_id = project.id AND surface = 'batch') AS batch`;

/** Where there can be calls. */
export interface UsageBounds {
  /** The part of the period. */
  readonly span: Span;
  /** Those that are no facts yet have this id or a later one; undefined when there are none. */
  readonly firstFresh: string | undefined;
}

/** Nobody waits for the empty days of a century, and no partition is planned for that has nothing new. */
export async function boundPeriod(
  manager: EntityManager,
  { projectIds, progress }: { readonly projectIds: readonly string[]; readonly progress: UsageProgress },
  { from, to }: Span,
): Promise<UsageBounds> {
  const times: number[] = [];
  const ask = async (statement: string, ...more: string[]): Promise<FirstAndLast | undefined> => {
    const [found] = await manager.query<FirstAndLast[]>(statement, [projectIds, ...more]);
    for (const time of [found?.first, found?.last]) if (time) times.push(time.getTime());
    return found;
  };
  await ask(OF_FACTS);
  const fresh = progress.hasFresh ? await ask(OF_FRESH, progress.foldedTo) : undefined;
  if (progress.backlog.behind !== '') await ask(OF_BACKLOG);
  const firstFresh = fresh?.id ?? undefined;
  if (times.length === 0) return { span: { from, to: from }, firstFresh };
  const span = {
    from: Math.max(from, floor(Math.min(...times), QUARTER_MS) - SLACK_MS),
    to: Math.min(to, floor(Math.max(...times), QUARTER_MS) + SLACK_MS),
  };
  return { span, firstFresh };
}

interface FirstAndLast {
  readonly first: Date | null;
  readonly last: Date | null;
  readonly id?: string | null;
}

/** The highest number of a value of a cut's first dimension in any of the projects; 0 where there is none. */
export async function highestNumber(
  manager: EntityManager,
  projectIds: readonly string[],
  cut: UsageCut | undefined,
): Promise<number> {
  const [first] = cut?.dimensions ?? [];
  const [found] = await manager.query<{ highest: number | null }[]>(
    `SELECT max(c.highest) AS highest FROM usage_projects AS p JOIN usage_counts AS c ON c.project = p.id AND c.dimension = $2
      WHERE p.project_id = ANY($1)`,
    [projectIds, first === undefined ? null : DIMENSION_NUMBERS[first]],
  );
  return found?.highest ?? 0;
}
