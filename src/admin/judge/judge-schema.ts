import type { ApiResponseSchemaHost } from '@nestjs/swagger';

type Schema = Exclude<ApiResponseSchemaHost['schema'], { $ref: string }>;

const usd: Schema = { type: 'number', description: 'USD, at most 12 decimals.' };
const count: Schema = { type: 'integer' };

function shape(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export const judgeSchema = shape({
  object: { type: 'string', enum: ['judge'] },
  model: { type: 'string', nullable: true, description: 'Null: no judge model is set.' },
  sample_rate: { type: 'number', minimum: 0, maximum: 1 },
  daily_budget_usd: usd,
  budget_left_usd: { ...usd, description: 'Of today (UTC), less what is held for questions on their way.' },
  days: {
    type: 'array',
    description: 'The last 30 days with questions, newest first.',
    items: shape({
      day: { type: 'string', format: 'date' },
      spent_usd: usd,
      held_usd: usd,
      verdicts: shape({
        success: count,
        failure: count,
        none: { ...count, description: 'Questions without a readable verdict.' },
      }),
    }),
  },
});
