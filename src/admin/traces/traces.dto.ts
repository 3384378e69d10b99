import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, Matches, Min } from 'class-validator';
import { TRACE_STATUSES, type TraceStatus } from '../../traces/storage/trace-store.js';
import { MayBeAbsent, TextField } from '../dto/fields.js';
import { CursorField, LimitField, PAGE, readCount, TimeField } from '../dto/queries.dto.js';

const TRACE_ID = /^[0-9a-f]{32}$/;

export class TracesQuery {
  @LimitField({ default: PAGE })
  limit: number = PAGE;

  @CursorField('after', TRACE_ID)
  after?: string;

  @CursorField('before', TRACE_ID)
  before?: string;

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
