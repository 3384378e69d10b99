import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { LEDGER_KINDS, type LedgerKind } from '../../billing/ledger/ledger-entry.entity.js';
import type { ListFormat } from '../csv/wants-csv.js';
import { MayBeAbsent, TextField } from '../dto/fields.js';
import { CursorField, FormatField, LimitField, PAGE, TimeField } from '../dto/queries.dto.js';

const ID = /^led_\d{1,18}$/;

/** The ledger: its page, and what its entries must have in common. */
export class LedgerQuery {
  @LimitField({ default: PAGE })
  limit?: number;

  @CursorField('after', ID)
  after?: string;

  @CursorField('before', ID)
  before?: string;

  @ApiPropertyOptional({ enum: LEDGER_KINDS })
  @MayBeAbsent()
  @IsIn(LEDGER_KINDS)
  kind?: LedgerKind;

  @TextField({
    description: 'The id of a call, batch or payment, or the idempotency key of a credit.',
    optional: true,
  })
  reference?: string;

  @TimeField('RFC 3339 time or date: entries of then or later.')
  from?: string;

  @TimeField('RFC 3339 time or date: entries of before it.')
  to?: string;

  @FormatField()
  format?: ListFormat;
}
