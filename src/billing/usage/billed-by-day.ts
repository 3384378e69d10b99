import { DIMENSION_NUMBERS } from './usage-dimensions.js';
import { grainNumber } from './usage-grains.js';

const DAY = grainNumber('day');
/** The longest first: each goes as far as it is sealed, and the next one goes on from there. */
const LONG_GRAINS = [grainNumber('thirty-two-days'), grainNumber('eight-days'), DAY];
const KEY = DIMENSION_NUMBERS.key;

/** Arrays of the database begin at 1. */
const sealedTo = (grain: number): string => `(SELECT sealed_to[${grain + 1}] FROM usage_progress)`;
const dayOf = (time: string): string => `(${time} AT TIME ZONE 'UTC')::date`;

/** Sums of one grain, from where the one before ends. */
const sumsOf = (projectId: string, grain: number, before?: number): string => `
  SELECT ${dayOf('s.starts_at')} AS day, v.value AS key_id, s.billed_usd
    FROM usage_projects AS p
    JOIN usage_sums AS s ON s.project = p.id AND s.cut = ${KEY} AND s.grain = ${grain}
     ${before === undefined ? '' : `AND s.starts_at >= ${sealedTo(before)}`}
    JOIN usage_values AS v ON v.id = s.first AND v.project = p.id AND v.dimension = ${KEY}
   WHERE p.project_id = ${projectId}`;

/** What is in no sum of a day yet: facts, and calls that are no facts. */
const sinceThen = (projectId: string): string => `
  SELECT ${dayOf('f.starts_at')}, v.value, f.billed_usd
    FROM usage_projects AS p
    JOIN usage_facts AS f ON f.project = p.id AND f.starts_at >= ${sealedTo(DAY)}
    JOIN usage_combinations AS c ON c.id = f.combination AND c.project = p.id
    JOIN usage_values AS v ON v.id = c.key AND v.project = p.id AND v.dimension = ${KEY}
   WHERE p.project_id = ${projectId}
  UNION ALL
  SELECT ${dayOf('created_at')}, key_id, billed_usd FROM calls
   WHERE written_in >= (SELECT folded_to FROM usage_progress) AND project_id = ${projectId}
  UNION ALL
  SELECT ${dayOf('created_at')}, key_id, billed_usd FROM calls
   WHERE project_id = ${projectId} AND id < (SELECT backlog_behind FROM usage_progress)
     AND written_in < (SELECT backlog_before FROM usage_progress)`;

/** SQL: `day` (of UTC), `key_id` and `billed_usd` of all that a project ever billed, by sums as far as they go: of one moment. */
export const billedByDay = (projectId: string): string =>
  [sumsOf(projectId, DAY), sinceThen(projectId)].join('\n  UNION ALL');

/** SQL: `key_id` and `billed_usd` of all that a project ever billed, by the longest sums that there are: of one moment. */
export const billedByKey = (projectId: string): string => `
  SELECT key_id, billed_usd FROM (${[
    ...LONG_GRAINS.map((grain, place) => sumsOf(projectId, grain, LONG_GRAINS[place - 1])),
    sinceThen(projectId),
  ].join('\n  UNION ALL')}) AS by_key`;
