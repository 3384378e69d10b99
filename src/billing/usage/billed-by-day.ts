import { DIMENSION_NUMBERS } from './usage-dimensions.js';
import { grainNumber } from './usage-grains.js';

const DAY = grainNumber('day');
const KEY = DIMENSION_NUMBERS.key;

/** SQL: `day` (of UTC), `key_id` and `billed_usd` of all that a project ever billed, by sums as far as they go: of one moment. */
export const billedByDay = (projectId: string): string => `
  SELECT (s.starts_at AT TIME ZONE 'UTC')::date AS day, v.value AS key_id, s.billed_usd
    FROM usage_projects AS p
    JOIN usage_sums AS s ON s.project = p.id AND s.cut = ${KEY} AND s.grain = ${DAY}
    JOIN usage_values AS v ON v.id = s.first AND v.project = p.id AND v.dimension = ${KEY}
   WHERE p.project_id = ${projectId}
  UNION ALL
  SELECT (f.starts_at AT TIME ZONE 'UTC')::date, v.value, f.billed_usd
    FROM usage_projects AS p
    JOIN usage_facts AS f ON f.project = p.id AND f.starts_at >= (SELECT sealed_to[${DAY + 1}] FROM usage_progress)
    JOIN usage_combinations AS c ON c.id = f.combination AND c.project = p.id
    JOIN usage_values AS v ON v.id = c.key AND v.project = p.id AND v.dimension = ${KEY}
   WHERE p.project_id = ${projectId}
  UNION ALL
  SELECT (created_at AT TIME ZONE 'UTC')::date, key_id, billed_usd FROM calls
   WHERE written_in >= (SELECT folded_to FROM usage_progress) AND project_id = ${projectId}
  UNION ALL
  SELECT (created_at AT TIME ZONE 'UTC')::date, key_id, billed_usd FROM calls
   WHERE project_id = ${projectId} AND id < (SELECT backlog_behind FROM usage_progress)
     AND written_in < (SELECT backlog_before FROM usage_progress)`;
