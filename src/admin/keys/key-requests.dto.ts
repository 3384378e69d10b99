import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsString } from 'class-validator';
import type { RateLimitSetting } from '../../projects/organization.entity.js';
import type { LimitPeriod } from '../../projects/purse.js';
import { FlagField, TextField } from '../dto/fields.js';
import { IsRateLimits } from '../dto/is-rate-limits.js';
import { IsTime } from '../dto/is-time.js';
import { LimitPeriodField, LimitUsdField, MayBeNull } from '../dto/limit-fields.js';

const MAX_LISTED_MODELS = 64;

class KeyBoundsFields {
  @FlagField('Refused with 401 `key_disabled` until it is enabled again.', false)
  disabled?: boolean;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2030-01-01T00:00:00Z',
    description: 'From then on 401 `key_expired`. Must be to come. Null: never.',
  })
  @MayBeNull()
  @IsTime()
  expires_at?: string | null;

  @LimitUsdField()
  limit_usd?: number | string | null;

  @LimitPeriodField()
  limit_period?: LimitPeriod | null;

  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    maxItems: MAX_LISTED_MODELS,
    example: ['openai/*'],
    description:
      'All that the key may call: ids of models, and `lab/*` for all whose ids begin so. Null: whatever the project may call.',
  })
  @MayBeNull()
  @ArrayMaxSize(MAX_LISTED_MODELS, {
    message: `$property must name at most ${MAX_LISTED_MODELS} models; \`lab/*\` stands for all of a lab`,
  })
  @ArrayNotEmpty({ message: '$property must name a model; null lets the key call all that the project may' })
  @IsString({ each: true })
  @IsArray()
  models?: string[] | null;

  @ApiPropertyOptional({
    nullable: true,
    type: Object,
    description:
      "Limits by kind, as an organization's (`{per_second, burst}`), and none above those. Null: the organization's.",
    example: { inference: { per_second: 5, burst: 20 } },
  })
  @MayBeNull()
  @IsRateLimits()
  rate_limits?: Record<string, RateLimitSetting> | null;
}

// The validator's rules are inherited and cannot be taken back: an optional name could not become a required one.
export class CreateKey extends KeyBoundsFields {
  @TextField({ example: 'production' })
  name!: string;
}

export class ChangeKey extends KeyBoundsFields {
  @TextField({ example: 'production', optional: true })
  name?: string;
}
