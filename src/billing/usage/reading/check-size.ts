import type { EntityManager } from 'typeorm';
import { HOUR_MS } from '../../../lib/durations.js';
import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { UsageGroup } from '../usage-dimensions.js';
import type { Span } from '../usage-grains.js';

/** How much one answer may be, and may take. */
export interface ReportBounds {
  readonly rows: number;
  /** Among which sessions are told apart: they have no sums. */
  readonly facts: number;
}

/** @throws InvalidRequestError (400) when sessions would be told apart among too many calls */
export async function checkFacts(
  manager: EntityManager,
  { projectIds, span }: { readonly projectIds: readonly string[]; readonly span: Span },
  most: number,
): Promise<void> {
  const [found] = await manager.query<{ many: boolean }[]>(
    `SELECT count(*) > $4 AS many FROM (
       SELECT FROM usage_facts WHERE project = ANY(ARRAY(SELECT id FROM usage_projects WHERE project_id = ANY($1)))
          AND starts_at >= $2 AND starts_at < $3 LIMIT $4::bigint + 1) AS facts`,
    [projectIds, new Date(span.from), new Date(span.to), most],
  );
  if (found?.many !== true) return;
  throw new InvalidRequestError({
    param: 'from',
    message: `Sessions are read from each call, and there are more than ${most.toLocaleString('en-US')} calls between \`from\` and \`to\`. Ask for a shorter period, or list the calls of one session with \`session\` of \`GET /projects/{id}/calls\`.`,
  });
}

/** Each has its spans, which go to the database as numbers: those of three years take the event loop some tenths of a second at once. */
const MOST_HOURS = 27_000;

/** @throws InvalidRequestError (400) when hours of more than three years are told apart */
export function checkHours({ from, to }: Span, groups: readonly UsageGroup[]): void {
  if (!groups.includes('hour') || to - from <= MOST_HOURS * HOUR_MS) return;
  throw new InvalidRequestError({
    param: 'from',
    message: `There are more than ${MOST_HOURS.toLocaleString('en-US')} hours between the first and the last call that \`from\` and \`to\` let through. Ask for a shorter period, or group by \`day\`.`,
  });
}

/** @throws InvalidRequestError (400) when parts of quarters are asked for of which the calls are gone: only they know those */
export function checkEdges(edges: readonly Span[], goneBefore: number | undefined): void {
  if (goneBefore === undefined || !edges.some(({ from }) => from < goneBefore)) return;
  throw new InvalidRequestError({
    param: 'from',
    message: `Calls are kept since ${new Date(goneBefore).toISOString()} (\`CALL_RETENTION\`). Before that, usage is known by whole quarters of an hour: let \`from\` and \`to\` be such.`,
  });
}

/** @throws InvalidRequestError (400) when there are more rows than an answer has */
export function checkRows(rows: number, most: number): void {
  if (rows <= most) return;
  throw new InvalidRequestError({
    param: 'group_by',
    message: `This answer would have more than ${most.toLocaleString('en-US')} rows. Group by less with \`group_by\`, or ask for a shorter period with \`from\` and \`to\`.`,
  });
}
