import { ApiPropertyOptional, type ApiResponseSchemaHost } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, Matches, Min } from 'class-validator';
import { TRACE_STATUSES, type TraceStatus } from '../../traces/storage/trace-query.js';
import { MayBeAbsent, TextField } from '../dto/fields.js';
import { LimitField, PAGE, readCount, TimeField } from '../dto/queries.dto.js';
import { callSchema } from '../../billing/call-schema.js';

type Schema = Exclude<ApiResponseSchemaHost['schema'], { $ref: string }>;

export class TracesQuery {
  @LimitField({ default: PAGE })
  limit: number = PAGE;

  @ApiPropertyOptional({ description: 'The `last_id` of the page before: a trace id.' })
  @MayBeAbsent()
  @Matches(/^[0-9a-f]{32}$/, { message: '$property must be the `last_id` of a page' })
  after?: string;

  @TimeField('RFC 3339 time or date: traces that start then or later.')
  from?: string;

  @TimeField('RFC 3339 time or date, exclusive.')
  to?: string;

  @TextField({ optional: true, description: 'A `service.name`, as `checkout`.' })
  service?: string;

  @TextField({ optional: true, description: 'A model as spans name it, as `gpt-4o`.' })
  model?: string;

  @ApiPropertyOptional({ enum: TRACE_STATUSES, description: 'The worst of its spans.' })
  @MayBeAbsent()
  @IsIn(TRACE_STATUSES)
  status?: TraceStatus;

  @TextField({
    optional: true,
    description:
      'Traces with all these words, or beginnings of words, in the names of their spans, services, models, agents and tools, in conversation and response ids, or at the beginning of their messages; or a trace id.',
  })
  q?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 0, description: 'Input and output together.' })
  @MayBeAbsent()
  @Transform(({ value }) => readCount(value))
  @Min(0)
  @IsInt()
  min_tokens?: number;

  @ApiPropertyOptional({ type: 'string', description: 'A decimal amount in USD, as 0.25.' })
  @MayBeAbsent()
  @Matches(/^\d{1,9}(?:\.\d{1,12})?$/, { message: '$property must be a decimal amount such as 0.25' })
  min_cost_usd?: string;
}

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer' };
const orNull = (schema: Schema): Schema => ({ ...schema, nullable: true });
const milliseconds: Schema = { type: 'number', description: 'Milliseconds.' };
const time: Schema = { type: 'string', format: 'date-time', description: 'Up to nanoseconds.' };
const usd: Schema = { type: 'number', nullable: true, description: 'USD; null when no span tells a cost.' };
const open: Schema = { type: 'object', additionalProperties: true };
const status: Schema = { type: 'string', enum: [...TRACE_STATUSES] };

const traceMembers: Record<string, Schema> = {
  trace_id: text,
  root_name: { type: 'string', description: 'Of the root; of the earliest span while there is none.' },
  service: orNull(text),
  started_at: time,
  duration_ms: milliseconds,
  span_count: count,
  models: { type: 'array', items: text },
  input_tokens: {
    type: 'integer',
    description: "The larger of what the caller's spans sum up to and what the gateway metered.",
  },
  output_tokens: count,
  cost_usd: usd,
  status,
};

export const traceSchema: Schema = {
  type: 'object',
  properties: traceMembers,
  required: Object.keys(traceMembers),
};

export const traceDetailSchema: Schema = {
  type: 'object',
  required: ['trace_id', 'spans', 'calls'],
  properties: {
    ...traceMembers,
    truncated: { type: 'boolean', description: 'There are more spans than are shown.' },
    spans: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          span_id: text,
          parent_span_id: orNull(text),
          name: text,
          kind: {
            type: 'string',
            enum: ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'],
          },
          started_at: time,
          ended_at: time,
          duration_ms: milliseconds,
          service: orNull(text),
          model: orNull(text),
          input_tokens: orNull(count),
          output_tokens: orNull(count),
          cost_usd: usd,
          attributes: open,
          events: {
            type: 'array',
            items: { type: 'object', properties: { time, name: text, attributes: open } },
          },
          links: {
            type: 'array',
            items: { type: 'object', properties: { trace_id: text, span_id: text, attributes: open } },
          },
          status: { type: 'object', properties: { code: status, message: orNull(text) } },
          scope: { type: 'object', nullable: true, properties: { name: text, version: text } },
          resource: open,
        },
      },
    },
    calls: { type: 'array', items: callSchema },
  },
};
