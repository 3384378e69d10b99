import type { ApiResponseSchemaHost } from '@nestjs/swagger';

type SchemaObject = Exclude<ApiResponseSchemaHost['schema'], { $ref: string }>;

const text = (example?: string): SchemaObject => ({ type: 'string', example });
const count: SchemaObject = { type: 'integer' };

function shape(properties: Record<string, SchemaObject>): SchemaObject {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export const groupSchema = shape({
  id: text('grp_…'),
  project_id: text('prj_…'),
  name: text('Classify the customer message into exactly one of these intents'),
  task: text('classification'),
  fingerprint: { ...text(), description: 'What its requests are recognized by, as an opaque text.' },
  assigned_model: { ...text('openai/gpt-oss-120b'), nullable: true },
  split_from: {
    ...text('grp_…'),
    nullable: true,
    description:
      'The group that its requests were in before they turned out to be a task of their own. It began with the model that was assigned to that group; since then each has its own.',
  },
  split_into: {
    type: 'array',
    items: text('grp_…'),
    description: 'Ids of the groups that were split from it, oldest first.',
  },
  requests: { ...count, description: 'Calls in the log that went to this group.' },
  spend_usd: { type: 'number', description: 'What those calls were billed, all attempts; USD.' },
  records: {
    type: 'array',
    description: 'Judged tasks by model, within the record window.',
    items: shape({
      model: text(),
      judged: count,
      succeeded: count,
      rate: { type: 'number', minimum: 0, maximum: 1 },
      rate_low: { type: 'number', description: 'The 95 % interval of the rate.' },
      rate_high: { type: 'number' },
    }),
  },
  cascade: {
    ...shape({
      state: { type: 'string', enum: ['active', 'stopped', 'probing'] },
      cascaded: { ...count, description: 'Cascaded calls that the guardrail remembers.' },
      escalated: count,
      stopped_until: { type: 'string', format: 'date-time', nullable: true },
    }),
    nullable: true,
  },
  created_at: { type: 'string', format: 'date-time' },
});
