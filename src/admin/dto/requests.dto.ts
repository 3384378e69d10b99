import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
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
import { MAX_HEADERS } from '../../endpoints/check-endpoint-headers.js';
import { MAX_KB } from '../../projects/content-setting.js';
import type { RateLimitSetting } from '../../projects/organization.entity.js';
import { TRACE_CONTENT_SETTINGS, type TraceContent } from '../../projects/project.entity.js';
import type { LimitPeriod } from '../../projects/purse.js';
import { FlagField, MayBeAbsent, READABLE, TextField } from './fields.js';
import { IsAmount } from './is-amount.js';
import { IsCents } from './is-cents.js';
import { IsRetention } from './is-retention.js';
import { IsRateLimits } from './is-rate-limits.js';
import { LimitPeriodField, LimitUsdField } from './limit-fields.js';

export class DataPolicyFields {
  @FlagField('Only providers that keep nothing.')
  zero_retention?: boolean;
}

/** What is not named stays as it is. */
export class AutoReloadFields {
  @FlagField('Tops up from the saved card.')
  enabled?: boolean;

  @ApiPropertyOptional({ example: 5, description: 'Tops up when the balance falls under this.' })
  @MayBeAbsent()
  @IsCents({ min: 0 })
  threshold_usd?: number;

  @ApiPropertyOptional({ example: 50, description: 'Required once it is enabled.' })
  @MayBeAbsent()
  @IsCents({ min: 1 })
  amount_usd?: number;
}

class OrganizationSettings {
  @FlagField('Run past zero, charged hourly. Operator only.')
  pay_as_you_go?: boolean;

  @ApiPropertyOptional({
    description:
      'Limits by kind (`inference`, `decisions`, `traces`, `batch_submissions`, `batch_polls`): `{per_second, burst}` or `"unlimited"`. Operator only.',
    example: { inference: { per_second: 50, burst: 600 } },
  })
  @MayBeAbsent()
  @IsRateLimits()
  rate_limits?: Record<string, RateLimitSetting>;

  @ApiPropertyOptional({ type: DataPolicyFields, description: 'Operator only.' })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => DataPolicyFields)
  data_policy?: DataPolicyFields;

  @ApiPropertyOptional({ type: AutoReloadFields })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => AutoReloadFields)
  auto_reload?: AutoReloadFields;
}

// The validator's rules are inherited and cannot be taken back: an optional name could not become a required one.
export class ChangeOrganization extends OrganizationSettings {
  @TextField({ example: 'Acme', optional: true })
  name?: string;
}

export class CreateOrganization extends OrganizationSettings {
  @TextField({ example: 'Acme' })
  name!: string;
}

export class AddCredit {
  @ApiProperty({
    description: 'More than 0, at most 12 decimals; a number or decimal text.',
    oneOf: [{ type: 'number' }, { type: 'string' }],
    example: 25,
  })
  @IsAmount()
  amount_usd!: number | string;

  @TextField({ example: 'Invoice 17', max: 500, optional: true })
  note?: string;

  @TextField({
    example: 'invoice-17',
    description: 'The same key again adds nothing, and answers with the credit that it stands for.',
    max: 128,
    optional: true,
  })
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

  @FlagField('Answers of the Responses API may be kept, to be read and continued.')
  response_storage?: boolean;
}

/** What is not named stays as it is. */
export class CallContentFields {
  @FlagField('Keep requests and answers of calls from now on, encrypted, with secrets masked.', false)
  enabled?: boolean;

  @ApiPropertyOptional({
    type: String,
    example: '7d',
    description: 'How long, from `1h` to `90d`. A shorter one holds for what is kept already too.',
  })
  @MayBeAbsent()
  @IsRetention()
  retention?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_KB,
    example: 64,
    description: 'How much of a request, and of an answer, in kilobytes; the call itself is not cut.',
  })
  @MayBeAbsent()
  @Max(MAX_KB)
  @Min(1)
  @IsInt()
  max_kb?: number;
}

class ProjectSettings {
  @ApiPropertyOptional({ type: PermissionsFields })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PermissionsFields)
  permissions?: PermissionsFields;
}

export class ChangeProject extends ProjectSettings {
  @TextField({ example: 'Support bot', optional: true })
  name?: string;

  @ApiPropertyOptional({
    enum: TRACE_CONTENT_SETTINGS,
    description: 'Whether message contents of ingested traces are kept from now on.',
  })
  @MayBeAbsent()
  @IsIn(TRACE_CONTENT_SETTINGS)
  trace_content?: TraceContent;

  @LimitUsdField()
  limit_usd?: number | string | null;

  @LimitPeriodField()
  limit_period?: LimitPeriod | null;
  @ApiPropertyOptional({
    type: CallContentFields,
    description: 'Off unless set. Zero retention of the organization wins: nothing is kept then.',
  })
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => CallContentFields)
  call_content?: CallContentFields;
}

export class CreateProject extends ProjectSettings {
  @TextField({ example: 'Support bot' })
  name!: string;
}

export class CreateNamed {
  @TextField({ example: 'production' })
  name!: string;
}

const BASE_URL =
  'Calls go to this address with `/chat/completions` behind its path; a query (`?api-version=…`) stays behind that. https and public, or of a host that the operator has allowed (`ENDPOINT_ALLOWED_HOSTS`).';

function EndpointHeadersField(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 4_096 },
      maxProperties: MAX_HEADERS,
      example: { 'x-team': 'research' },
      description,
    }),
    MayBeAbsent(),
    IsObject(),
  );
}

export class CreateEndpoint {
  @TextField({ example: 'llama3:8b', max: 256 })
  model!: string;

  @TextField({
    example: 'https://models.example.com/v1',
    description: BASE_URL,
    max: 2_048,
  })
  base_url!: string;

  @TextField({ example: 'key-of-your-server', max: 4_096, optional: true })
  api_key?: string;

  @TextField({
    example: 'llama3',
    description: 'What the server calls the model; `model` when absent.',
    max: 256,
    optional: true,
  })
  upstream_model?: string;

  @EndpointHeadersField(
    'Sent with each call; kept encrypted, never shown. At most 20, of 6,144 characters in all. Those of the connection and the body are refused (`host`, `content-length`, hop-by-hop, `content-type`, …); `authorization` may be set without `api_key` alone.',
  )
  headers?: Record<string, unknown>;
}

export class ChangeEndpoint {
  @TextField({ example: 'llama3:8b', max: 256, optional: true })
  model?: string;

  @TextField({ example: 'https://models.example.com/v1', description: BASE_URL, max: 2_048, optional: true })
  base_url?: string;

  @ApiPropertyOptional({
    nullable: true,
    type: String,
    maxLength: 4_096,
    example: 'key-of-your-server',
    description: 'Null: none is sent any more. Required when `base_url` moves to another server.',
  })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @MaxLength(4_096)
  @MinLength(1)
  @Matches(READABLE, { message: '$property must not hold control characters or half a character' })
  @IsString()
  api_key?: string | null;

  @ApiPropertyOptional({ nullable: true, type: String, maxLength: 256, example: 'llama3' })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  // The lowest is asked first, and the first that fails is the one that is told.
  @MaxLength(256)
  @MinLength(1)
  @Matches(READABLE, { message: '$property must not hold control characters or half a character' })
  @IsString()
  upstream_model?: string | null;

  @EndpointHeadersField(
    'All of them: what is kept is replaced, by {} taken away. Required when `base_url` moves an endpoint with headers to another server.',
  )
  headers?: Record<string, unknown>;
}
