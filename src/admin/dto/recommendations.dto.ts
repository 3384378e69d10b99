import type { ApiResponseSchemaHost } from '@nestjs/swagger';

type Schema = Exclude<ApiResponseSchemaHost['schema'], { $ref: string }>;

/** A decision says all by its path; a body, where one is sent, is an empty object. */
export class DecideRecommendation {}

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const count: Schema = { type: 'integer' };

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
    'group',
    'current_model',
    'recommended_model',
    'evidence',
    'estimated_monthly_saving_usd',
    'status',
  ],
  properties: {
    id: { type: 'string', example: 'rec_…' },
    group: { type: 'object', properties: { id: { type: 'string', example: 'grp_…' }, name: text } },
    current_model: { type: 'string', description: 'What serves the group now.' },
    recommended_model: text,
    evidence: {
      type: 'object',
      properties: {
        recommended: record,
        current: record,
        best: { type: 'object', properties: { model: text, judged: count, rate: number } },
        price_difference_percent: { type: 'number', nullable: true, description: 'Negative: cheaper.' },
        traffic: {
          type: 'object',
          properties: { days: count, calls: count, input_tokens: count, output_tokens: count },
        },
      },
    },
    estimated_monthly_saving_usd: {
      type: 'number',
      description:
        "What the tokens of the group's last 30 days would have cost less; negative when the recommended model is better and dearer.",
    },
    status: { type: 'string', enum: ['open', 'approved', 'dismissed'] },
  },
};
