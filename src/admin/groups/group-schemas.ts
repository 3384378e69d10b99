import {
  count,
  listOf,
  named,
  oneOfWords,
  orNull,
  shape,
  text,
  time,
  usd,
} from '../../http/openapi/openapi-shapes.js';

const rate = { type: 'number', minimum: 0, maximum: 1 };

export const groupSchema = named(
  'TaskGroup',
  shape({
    id: text('grp_…'),
    project_id: text('prj_…'),
    name: text('Classify the customer message into exactly one of these intents'),
    task: text('classification'),
    fingerprint: { ...text(), description: 'What its requests are recognized by, as an opaque text.' },
    assigned_model: orNull(text('openai/gpt-oss-120b')),
    split_from: {
      ...orNull(text('grp_…')),
      description:
        'The group that its requests were in before they turned out to be a task of their own. It began with the model that was assigned to that group; since then each has its own.',
    },
    split_into: {
      ...listOf(text('grp_…')),
      description: 'Ids of the groups that were split from it, oldest first.',
    },
    requests: {
      ...count,
      description: 'Requests that ever went to this group, those of batches among them.',
    },
    spend_usd: { ...usd, description: 'What those were billed, all attempts; USD.' },
    records: {
      ...listOf(
        named(
          'ModelRecord',
          shape({
            model: text(),
            judged: count,
            succeeded: count,
            rate,
            rate_low: { ...rate, description: 'The 95 % interval of the rate (Wilson).' },
            rate_high: rate,
          }),
        ),
      ),
      description: 'Judged tasks by model, within the record window.',
    },
    cascade: orNull(
      shape({
        state: oneOfWords('active', 'stopped', 'probing'),
        cascaded: { ...count, description: 'Cascaded calls that the guardrail remembers.' },
        escalated: count,
        stopped_until: orNull(time),
      }),
    ),
    created_at: time,
  }),
);
