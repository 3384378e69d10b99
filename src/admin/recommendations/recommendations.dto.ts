import type { ApiResponseSchemaHost } from '@nestjs/swagger';
import { FINDINGS } from '../../recommendations/evidence.js';
import { RECOMMENDATION_KINDS } from '../../recommendations/recommendation.js';

type Schema = Exclude<ApiResponseSchemaHost['schema'], { $ref: string }>;

/** A decision says all by its path; a body, where one is sent, is an empty object. */
export class DecideRecommendation {}

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const count: Schema = { type: 'integer' };

const tier: Schema = {
  type: 'string',
  enum: ['big', 'medium', 'small'],
  nullable: true,
  description: "Null where the model is none of the router's.",
};
const threshold: Schema = { type: 'number', nullable: true, description: 'Null for a group.' };
const named = (example: string): Schema => ({
  type: 'object',
  properties: { id: { type: 'string', example }, name: text },
});

const record: Schema = {
  type: 'object',
  properties: {
    model: text,
    judged: count,
    succeeded: count,
    rate: { type: 'number', description: 'From 0 to 1.' },
    rate_low: { type: 'number', description: 'The 95 % interval of the rate.' },
    rate_high: number,
    usd_per_million_tokens: { type: 'number', description: "For the group's own mix of input and output." },
  },
};

export const recommendationSchema: Schema = {
  type: 'object',
  required: [
    'id',
    'kind',
    'group',
    'router',
    'current_model',
    'recommended_model',
    'current_tier',
    'recommended_tier',
    'current_threshold',
    'recommended_threshold',
    'reason',
    'evidence',
    'estimated_monthly_saving_usd',
    'status',
  ],
  properties: {
    id: { type: 'string', example: 'rec_…' },
    kind: { type: 'string', enum: [...RECOMMENDATION_KINDS] },
    group: { ...named('grp_…'), nullable: true, description: 'Null for a threshold.' },
    router: {
      ...named('rtr_…'),
      nullable: true,
      description: 'Whose threshold it is, or that decided most calls of the group.',
    },
    current_model: {
      type: 'string',
      description: 'What serves the group now; of a threshold, the tasks that would change sides.',
    },
    recommended_model: text,
    current_tier: tier,
    recommended_tier: tier,
    current_threshold: threshold,
    recommended_threshold: threshold,
    reason: { type: 'string', description: 'What the record shows, in one sentence.' },
    evidence: {
      type: 'object',
      properties: {
        finding: {
          type: 'string',
          enum: [...FINDINGS],
          description:
            'The recommended model is as good within 3 points and cheaper; it is better; too little of the current one was judged; the current one fails by itself (its interval lies below 90 %).',
        },
        recommended: record,
        current: record,
        best: { type: 'object', properties: { model: text, judged: count, rate: number } },
        success_difference: {
          type: 'object',
          nullable: true,
          properties: { points: number, low: number, high: number },
          description:
            'Success of the recommended model less that of the current one, in percentage points, with its 95 % interval; null where one of both was not judged.',
        },
        price_difference_percent: { type: 'number', nullable: true, description: 'Negative: cheaper.' },
        traffic: {
          type: 'object',
          properties: { days: count, calls: count, input_tokens: count, output_tokens: count },
        },
        difficulty: {
          type: 'object',
          properties: { above: number, up_to: number, groups: count },
          description:
            'Of a threshold alone: which tasks would change sides, and of how many groups they are.',
        },
      },
    },
    estimated_monthly_saving_usd: {
      type: 'number',
      description:
        'What the tokens of the last 30 days, of the group or of the tasks that would change sides, would have cost less; negative when the recommended model is dearer.',
    },
    status: { type: 'string', enum: ['open', 'approved', 'dismissed'] },
  },
};
