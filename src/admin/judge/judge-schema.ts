import {
  count,
  listOf,
  named,
  oneOfWords,
  orNull,
  shape,
  text,
  usd,
} from '../../http/openapi/openapi-shapes.js';

export const judgeSchema = named(
  'Judge',
  shape({
    object: oneOfWords('judge'),
    model: { ...orNull(text()), description: 'Null: no judge model is set.' },
    sample_rate: { type: 'number', minimum: 0, maximum: 1 },
    daily_budget_usd: usd,
    budget_left_usd: { ...usd, description: 'Of today (UTC), less what is held for questions on their way.' },
    days: {
      description: 'The last 30 days with questions, newest first.',
      ...listOf(
        shape({
          day: { type: 'string', format: 'date' },
          spent_usd: usd,
          held_usd: usd,
          verdicts: shape({
            success: count,
            failure: count,
            none: { ...count, description: 'Questions without a readable verdict.' },
          }),
        }),
      ),
    },
  }),
);
