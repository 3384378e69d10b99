import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { USAGE_GROUPS, type UsageGroup } from '../../billing/billing-reports.service.js';
import type { RateLimitSetting } from '../../projects/organization.entity.js';
import { IsRateLimits } from './is-rate-limits.js';
import { FlagField, TextField } from './fields.js';

const MAX_PAGE = 100;
const MAX_USD = 1_000_000_000;

export class PageQuery {
  @ApiPropertyOptional({ minimum: 1, maximum: MAX_PAGE, default: 20 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE)
  limit: number = 20;

  @ApiPropertyOptional({ description: 'The `last_id` of the page before.' })
  @IsOptional()
  @IsString()
  after?: string;
}

export class DataPolicyFields {
  @FlagField('Only providers that keep nothing.')
  zero_retention?: boolean;
}

export class AutoReloadFields {
  @ApiProperty()
  @IsBoolean()
  enabled!: boolean;

  @ApiProperty({ example: 5 })
  @IsNumber()
  @Min(0)
  @Max(MAX_USD)
  threshold_usd!: number;

  @ApiProperty({ example: 50 })
  @IsNumber()
  @Min(1)
  @Max(MAX_USD)
  amount_usd!: number;
}

export class ChangeOrganization {
  @TextField({ example: 'Acme', optional: true })
  name?: string;

  @FlagField('Run past zero, charged hourly. Operator only.')
  pay_as_you_go?: boolean;

  @ApiPropertyOptional({
    description:
      'Limits by kind (`inference`, `decisions`, `traces`, `batch_submissions`, `batch_polls`): `{per_second, burst}` or `"unlimited"`. Operator only.',
    example: { inference: { per_second: 50, burst: 600 } },
  })
  @ValidateIf((_object, value) => value !== undefined)
  @IsRateLimits()
  rate_limits?: Record<string, RateLimitSetting>;

  @ApiPropertyOptional({ type: DataPolicyFields, description: 'Operator only.' })
  @ValidateIf((_object, value) => value !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => DataPolicyFields)
  data_policy?: DataPolicyFields;

  @ApiPropertyOptional({ type: AutoReloadFields })
  @ValidateIf((_object, value) => value !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => AutoReloadFields)
  auto_reload?: AutoReloadFields;
}

export class CreateOrganization extends ChangeOrganization {
  @TextField({ example: 'Acme' })
  declare name: string;
}

export class AddCredit {
  @ApiProperty({
    description: 'More than 0, at most 12 decimals; a number or decimal text.',
    oneOf: [{ type: 'number' }, { type: 'string' }],
    example: 25,
  })
  @ValidateIf((_object, value) => typeof value !== 'number' && typeof value !== 'string')
  @IsNumber({}, { message: 'it must be a number or decimal text' })
  amount_usd!: number | string;

  @TextField({ example: 'Invoice 17', max: 500, optional: true })
  note?: string;

  @TextField({ example: 'invoice-17', max: 128, optional: true })
  idempotency_key?: string;
}

export class PermissionsFields {
  @FlagField('The router may choose the serving model.')
  smart_routing?: boolean;

  @FlagField('Record picks and the contract cascade.')
  automatic_updates?: boolean;

  @FlagField('Long prompts are shortened before the model call.')
  token_compression?: boolean;

  @FlagField('Models of Chinese labs may be called.')
  chinese_models?: boolean;
}

export class ChangeProject {
  @TextField({ example: 'Support bot', optional: true })
  name?: string;

  @ApiPropertyOptional({ type: PermissionsFields })
  @ValidateIf((_object, value) => value !== undefined)
  @IsObject()
  @ValidateNested()
  @Type(() => PermissionsFields)
  permissions?: PermissionsFields;
}

export class CreateProject extends ChangeProject {
  @TextField({ example: 'Support bot' })
  declare name: string;
}

export class CreateNamed {
  @TextField({ example: 'production' })
  name!: string;
}

export class CreateEndpoint {
  @TextField({ example: 'llama3:8b', max: 256 })
  model!: string;

  @TextField({ example: 'https://models.example.com/v1', max: 2_048 })
  base_url!: string;

  @TextField({ max: 4_096, optional: true })
  api_key?: string;

  @TextField({ example: 'llama3', max: 256, optional: true })
  upstream_model?: string;
}

export class ChangeEndpoint {
  @TextField({ example: 'llama3:8b', max: 256, optional: true })
  model?: string;

  @TextField({ example: 'https://models.example.com/v1', max: 2_048, optional: true })
  base_url?: string;

  @TextField({ max: 4_096, optional: true })
  api_key?: string;

  @ApiPropertyOptional({ nullable: true, type: String })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsString()
  upstream_model?: string | null;
}

export class UsageQuery {
  @ApiPropertyOptional({ description: 'RFC 3339; 30 days ago when absent.' })
  @IsOptional()
  @IsISO8601({ strict: true })
  from?: string;

  @ApiPropertyOptional({ description: 'RFC 3339, exclusive; now when absent.' })
  @IsOptional()
  @IsISO8601({ strict: true })
  to?: string;

  @ApiPropertyOptional({ enum: USAGE_GROUPS, default: 'day' })
  @IsOptional()
  @IsIn(USAGE_GROUPS)
  group_by: UsageGroup = 'day';
}
