import {
  count,
  named,
  oneOfWords,
  orNull,
  pageOf,
  shape,
  text,
  type SchemaObject,
} from '../../http/openapi/openapi-shapes.js';
import { modelSchema } from '../dto/response-schemas.js';
import { FINDINGS } from '../../recommendations/evidence.js';
import { RECOMMENDATION_KINDS } from '../../recommendations/recommendation.js';

const number: SchemaObject = { type: 'number' };
const tier: SchemaObject = {
  ...orNull(oneOfWords('big', 'medium', 'small')),
  description: "Null where the model is none of the router's.",
};
const threshold: SchemaObject = { ...orNull(number), description: 'Null for a group.' };
const namedThing = (example: string): SchemaObject => orNull(shape({ id: text(example), name: text() }));

const recordSchema = named(
  'RecordEvidence',
  shape({
    model: text(),
    judged: count,
    succeeded: count,
    rate: { type: 'number', description: 'From 0 to 1.' },
    rate_low: { type: 'number', description: 'The 95 % interval of the rate.' },
    rate_high: number,
    usd_per_million_tokens: { type: 'number', description: "For the group's own mix of input and output." },
  }),
);

const evidenceSchema = named(
  'Evidence',
  shape(
    {
      finding: {
        ...oneOfWords(...FINDINGS),
        description:
          'The recommended model is as good within 3 points and cheaper; it is better; too little of the current one was judged; the current one fails by itself (its interval lies below 90 %).',
      },
      recommended: recordSchema,
      current: recordSchema,
      best: shape({ model: text(), judged: count, rate: number }),
      success_difference: {
        ...orNull(shape({ points: number, low: number, high: number })),
        description:
          'Success of the recommended model less that of the current one, in percentage points, with its 95 % interval; null where one of both was not judged.',
      },
      price_difference_percent: { ...orNull(number), description: 'Negative: cheaper.' },
      traffic: shape({ days: count, calls: count, input_tokens: count, output_tokens: count }),
    },
    {
      difficulty: {
        ...shape({ above: number, up_to: number, groups: count }),
        description: 'Of a threshold alone: which tasks would change sides, and of how many groups they are.',
      },
    },
  ),
);

export const recommendationSchema = named(
  'Recommendation',
  shape({
    id: text('rec_…'),
    kind: oneOfWords(...RECOMMENDATION_KINDS),
    group: { ...namedThing('grp_…'), description: 'Null for a threshold.' },
    router: {
      ...namedThing('rtr_…'),
      description: 'Whose threshold it is, or that decided most calls of the group.',
    },
    current_model: {
      ...text(),
      description: 'What serves the group now; of a threshold, the tasks that would change sides.',
    },
    recommended_model: text(),
    current_tier: tier,
    recommended_tier: tier,
    current_threshold: threshold,
    recommended_threshold: threshold,
    reason: { ...text(), description: 'What the record shows, in one sentence.' },
    evidence: evidenceSchema,
    estimated_monthly_saving_usd: {
      type: 'number',
      description:
        'What the tokens of the last 30 days, of the group or of the tasks that would change sides, would have cost less; negative when the recommended model is dearer.',
    },
    status: oneOfWords('open', 'approved', 'dismissed'),
  }),
);

const page = pageOf(recommendationSchema);

/** The list, with the catalogue where it is asked for. */
export const recommendationsSchema = {
  ...page,
  properties: { ...page.properties, models: pageOf(modelSchema) },
};
