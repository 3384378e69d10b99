import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { ALERT_EVENTS, type AlertEvent } from '../../alert-facts/alert-events.js';
import { TextField } from '../dto/fields.js';
import { IsLimit, MayBeNull } from '../dto/limit-fields.js';

const MAX_URL_CHARS = 2_048;

/** All of what is told and where: what is not named is no longer told. */
export class PutAlerts {
  @TextField({
    example: 'https://example.com/hooks/gateway',
    max: MAX_URL_CHARS,
    description: 'A public https address. Posts to it are signed; redirects are not followed.',
  })
  url!: string;

  @ApiPropertyOptional({
    description:
      'Required for `balance_below`: told once when the balance falls under this, and again only after it was above.',
    oneOf: [{ type: 'number' }, { type: 'string' }],
    nullable: true,
    example: 5,
  })
  @MayBeNull()
  @IsLimit()
  balance_below_usd?: number | string | null;

  @ApiProperty({
    enum: ALERT_EVENTS,
    isArray: true,
    minItems: 1,
    uniqueItems: true,
    example: ['balance_below'],
  })
  @IsIn(ALERT_EVENTS, { each: true, message: `each of $property must be one of ${ALERT_EVENTS.join(', ')}` })
  @ArrayUnique({ message: '$property must name each event once' })
  @ArrayNotEmpty({ message: '$property must name at least one event' })
  @IsArray()
  events!: AlertEvent[];
}
