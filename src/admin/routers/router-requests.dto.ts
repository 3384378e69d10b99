import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayUnique,
  IsArray,
  IsIn,
  IsNumber,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { FlagField, MayBeAbsent, READABLE, TextField } from '../dto/fields.js';
import { IncludeField } from '../dto/queries.dto.js';
import { ROUTER_PARTS } from './router-parts.service.js';

export const MODEL_MAX = 256;

/** Null is a value here: it empties the field. */
function MayBeAbsentOrNull(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined && value !== null);
}

function TierField(example: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true, maxLength: MODEL_MAX, example }),
    MayBeAbsentOrNull(),
    // The lowest is asked first, and the first that fails is the one that is told.
    MaxLength(MODEL_MAX),
    MinLength(1),
    Matches(READABLE, { message: '$property must not hold control characters or half a character' }),
    IsString(),
  );
}

export function ThresholdField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: Number,
      nullable: true,
      minimum: 0,
      maximum: 1,
      example: 0.8,
      description:
        "Complexity above which Big answers; null for what the record speaks for while automatic updates are on, or else the service's own threshold.",
    }),
    MayBeAbsentOrNull(),
    Max(1),
    Min(0),
    IsNumber(),
  );
}

/** Ids as a call would name them. What is absent stays as it is; null empties the tier, or makes it follow the auto router's. */
export class RouterTiersFields {
  @TierField('vendora/claude-sonnet-5-5')
  big?: string | null;

  @TierField('vendorb/gpt-6.1-terra')
  medium?: string | null;

  @TierField('openai/gpt-oss-120b')
  small?: string | null;
}

/** When a call goes on elsewhere. */
export class RouterFallbackFields {
  @ApiProperty({ enum: ['outage'], isArray: true, example: ['outage'], description: 'Empty: never.' })
  @IsArray()
  @ArrayUnique()
  @IsIn(['outage'], { each: true })
  on!: 'outage'[];
}

class RouterSettings {
  @ApiPropertyOptional({ type: RouterTiersFields, description: 'At least one tier must have a model.' })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => RouterTiersFields)
  tiers?: RouterTiersFields;

  @FlagField(
    'Serves `auto`. One router of a project is marked; `true` moves the mark here. Not for anchored routers.',
    false,
  )
  auto?: boolean;

  @ThresholdField()
  threshold?: number | null;

  @ApiPropertyOptional({
    type: RouterFallbackFields,
    description:
      '`{"on": ["outage"]}`: when the provider of a call fails before anything is visible, the call goes on at the first of Big, Medium, Small that was not asked.',
  })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => RouterFallbackFields)
  fallback?: RouterFallbackFields;

  @TextField({
    example: 'vendora/claude-sonnet-5-5',
    description: 'Makes this the router of calls that name the model, which is its Big then.',
    max: MODEL_MAX,
    optional: true,
  })
  anchor_model?: string;
}

export class CreateRouter extends RouterSettings {
  @TextField({ example: 'Support' })
  name!: string;
}

export class ChangeRouter extends RouterSettings {
  @TextField({ example: 'Support', optional: true })
  name?: string;
}

export class RouterQuery {
  @IncludeField(...ROUTER_PARTS)
  include?: string;
}
