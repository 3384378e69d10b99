import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { MayBeAbsent } from '../dto/fields.js';
import { PageQuery, TimeField } from '../dto/queries.dto.js';

export class RefusalsQuery extends PageQuery {
  @TimeField(
    'RFC 3339 time or date: refusals then or later. Absent: all rows that are kept, and the counts of the last 24 hours.',
  )
  from?: string;

  @TimeField('RFC 3339 time or date: refusals before it.')
  to?: string;

  @ApiPropertyOptional({ type: String, description: "An API key's id." })
  @MayBeAbsent()
  @Matches(/^key_[0-9a-z]{1,64}$/, { message: "$property must be an API key's id (key_…)" })
  key?: string;

  @ApiPropertyOptional({ type: String, description: 'A code of an error, such as `rate_limited`.' })
  @MayBeAbsent()
  @Matches(/^[a-z0-9_]{1,64}$/, { message: '$property must be the code of an error' })
  code?: string;
}
