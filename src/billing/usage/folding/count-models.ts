import { FAILED_FROM } from '../../calls/call-filters.js';
import { binOf } from '../call-as-usage.js';

/**
 * Adds the calls of `usage_fresh` to the numbers by hour and model. A live call counts once for each model that the call log finds
 * it by; most calls name few of them, so the rows are few before they are told apart.
 */
export const COUNT_MODELS = `
INSERT INTO call_models (project_id, model, starts_at, calls, errors)
SELECT project_id, model, starts_at, sum(calls), coalesce(sum(calls) FILTER (WHERE failed), 0)
  FROM (SELECT project_id, requested_model, decided_model, served_model, ${binOf(`interval '1 hour'`, 'starts_at')} AS starts_at,
               status::integer >= ${FAILED_FROM} AS failed, sum(calls) AS calls
          FROM usage_fresh WHERE surface <> 'batch' GROUP BY 1, 2, 3, 4, 5, 6) AS fresh
 CROSS JOIN LATERAL (SELECT requested_model AS model UNION SELECT decided_model UNION SELECT served_model) AS models
 WHERE model IS NOT NULL
 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT ON CONSTRAINT call_models_pk
DO UPDATE SET calls = call_models.calls + excluded.calls, errors = call_models.errors + excluded.errors`;
