import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { ListFormat } from '../csv/wants-csv.js';
import { MayBeAbsent, TextField } from '../dto/fields.js';
import { CursorField, FormatField, LimitField, PAGE, TimeField } from '../dto/queries.dto.js';

const ID = /^aud_\d{1,18}$/;

/** The audit log: its page, and what its entries must have in common. */
export class AuditQuery {
  @LimitField({ default: PAGE })
  limit?: number;

  @CursorField('after', ID)
  after?: string;

  @CursorField('before', ID)
  before?: string;

  @TextField({
    description: "Who made the change: `operator`, an admin token's id, or `automatic-updates`.",
    optional: true,
  })
  actor?: string;

  @ApiPropertyOptional({
    type: String,
    description: 'What was done, as `project.change`, or what it was done to, as `project`.',
  })
  @MayBeAbsent()
  @Matches(/^[a-z_]{1,40}(?:\.[a-z_]{1,40})?$/, {
    message: '$property must be an action (project.change) or the kind of its target (project)',
  })
  kind?: string;

  @TextField({ description: 'The id of what was changed.', optional: true })
  reference?: string;

  @TimeField('RFC 3339 time or date: changes of then or later.')
  from?: string;

  @TimeField('RFC 3339 time or date: changes of before it.')
  to?: string;

  @FormatField()
  format?: ListFormat;
}
