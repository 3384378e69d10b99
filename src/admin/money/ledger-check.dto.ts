import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MayBeAbsent } from '../dto/fields.js';

export class LedgerCheckQuery {
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    description:
      'Whether to read all entries and archived files again, and not only some of those that were read long ago: about a second for each million entries, five for each hundred files.',
  })
  @MayBeAbsent()
  @IsIn(['true', 'false'])
  full?: 'true' | 'false';
}
