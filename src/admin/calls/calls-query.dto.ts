import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { SURFACES, type Surface } from '../../billing/calls/call-record.js';
import type { Tier } from '../../routing/decision/choose-tier.js';
import type { ListFormat } from '../csv/wants-csv.js';
import { MayBeAbsent, READABLE } from '../dto/fields.js';
import { FormatField, IncludeField, LimitField, PAGE, TimeField } from '../dto/queries.dto.js';
import { MatchField, SaidFiltersQuery } from './said-filters.dto.js';

const MODEL_MAX = 256;
const TIERS: readonly (Tier | 'none')[] = [
  'group',
  'group-record',
  'strong',
  'small',
  'pinned',
  'fixed',
  'default',
  'client',
  'none',
];

/** What calls must have in common. */
export class CallsFilterQuery extends SaidFiltersQuery {
  @TimeField('RFC 3339 time or date: calls that began then or later.')
  from?: string;

  @TimeField('RFC 3339 time or date: calls that began before it.')
  to?: string;

  @MatchField(/^(?:error|refused|ok|[1-5]\d{2}|[1-5]xx)$/, {
    description:
      'The status that the caller saw: `error` (400 and more), `refused` (those of them that the gateway refused once they had a row, so that no provider was asked; earlier refusals are listed apart), `ok` (below 400), a number (`404`) or a class of them (`4xx`).',
    must: '`error`, `refused`, `ok`, a status (404) or a class of them (4xx)',
  })
  status?: string;

  @ApiPropertyOptional({
    maxLength: MODEL_MAX,
    description: 'A model that was requested, decided on or served.',
  })
  @MayBeAbsent()
  @MaxLength(MODEL_MAX)
  @Matches(READABLE, { message: '$property must not hold control characters or half a character' })
  @IsString()
  model?: string;

  @MatchField(/^key_[0-9a-z]{1,64}$/, { description: "An API key's id.", must: "an API key's id (key_…)" })
  key?: string;

  @ApiPropertyOptional({ enum: SURFACES })
  @MayBeAbsent()
  @IsIn(SURFACES)
  surface?: Surface;

  @ApiPropertyOptional({ enum: TIERS })
  @MayBeAbsent()
  @IsIn(TIERS)
  tier?: string;

  @MatchField(/^rtr_[0-9a-z]{1,64}$|^none$|^Router \(batch\)$/, {
    description: "A router's id, or as usage names it: `none`, `Router (batch)`.",
    must: "a router's id (rtr_…), `none` or `Router (batch)`",
  })
  router?: string;

  @MatchField(/^grp_[0-9a-z]{1,64}$|^none$/, {
    description: "A task group's id, or `none`.",
    must: "a task group's id (grp_…) or `none`",
  })
  group?: string;

  @MatchField(/^batch_[0-9a-z]{1,64}$/, {
    description: "A batch's id: its rows, one a model.",
    must: "a batch's id (batch_…)",
  })
  batch?: string;
}

const CURSOR = /^[a-z]{2,8}_[0-9a-z]{1,64}$/;

/** The call log: its page, and what its calls must have in common. */
export class CallsQuery extends CallsFilterQuery {
  @LimitField({ default: PAGE })
  limit?: number;

  @MatchField(CURSOR, {
    description: 'The `last_id` of a page: the calls behind it, which are older.',
    must: 'the `last_id` of a page',
  })
  after?: string;

  @MatchField(CURSOR, {
    description:
      'The `first_id` of a page: the adjacent calls that are newer, newest first too; `has_more` tells whether there are newer ones still. Not with `after`.',
    must: 'the `first_id` of a page',
  })
  before?: string;

  @FormatField()
  format?: ListFormat;
}

export class CallQuery {
  @IncludeField('content')
  include?: string;
}
