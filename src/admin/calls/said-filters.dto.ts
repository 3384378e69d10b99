import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { RETRY_REASONS, type RetryReason } from '../../billing/calls/call-record.js';
import { MayBeAbsent } from '../dto/fields.js';
import { IsPairs } from './is-pairs.js';

const MAX_USER = 256;
const MAX_SESSION = 200;
/** Neither NUL nor half a character, which no call holds. */
const STORABLE = /^[^\0\p{Cs}]*$/u;

/** A parameter that must look like something. */
export function MatchField(
  pattern: RegExp,
  { description, must }: { description: string; must: string },
): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, description }),
    MayBeAbsent(),
    Matches(pattern, { message: `$property must be ${must}` }),
  );
}

/** A name that callers gave. */
function NameField(max: number, description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, minLength: 1, maxLength: max, description }),
    MayBeAbsent(),
    MinLength(1),
    MaxLength(max),
    Matches(STORABLE, { message: '$property must not hold a NUL or half a character' }),
    IsString(),
  );
}

/** What calls must have been made for, and what came of them. */
export class SaidFiltersQuery {
  @MatchField(/^[A-Za-z0-9_.:/-]{1,64}$/, {
    description: 'A tag that the caller gave the call.',
    must: 'a tag: 1 to 64 characters of A-Z, a-z, 0-9 and _ . : / -',
  })
  tag?: string;

  @NameField(MAX_USER, "The end user that the call was made for: the call's `end_user`.")
  user?: string;

  @NameField(MAX_SESSION, "The call's `session_id`.")
  session?: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'Pairs that the metadata of the call holds, each as a parameter of its own: `metadata[order]=7`.',
  })
  @MayBeAbsent()
  @IsPairs()
  metadata?: readonly (readonly [key: string, value: string])[];

  @ApiPropertyOptional({
    enum: RETRY_REASONS,
    description: 'Why one of its attempts followed another: the `retry_reason` of the attempt.',
  })
  @MayBeAbsent()
  @IsIn(RETRY_REASONS)
  retry?: RetryReason;

  @MatchField(/^\d{1,9}(?:\.\d{1,12})?$/, {
    description: "The least that the call's `cost_usd` is, itself included.",
    must: 'an amount in USD, a plain decimal with at most 12 decimals',
  })
  min_cost_usd?: string;

  @MatchField(/^\d{1,9}(?:\.\d{1,3})?$/, {
    description:
      'The least that the call took, itself included: `gateway_ms` and `upstream_ms` of its `timings` together.',
    must: 'a number of milliseconds with at most 3 decimals',
  })
  min_duration_ms?: string;
}
