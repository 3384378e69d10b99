import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, Matches, Max, MaxLength, Min } from 'class-validator';
import type { ListFormat } from '../csv/wants-csv.js';
import { MayBeAbsent } from './fields.js';
import { IsTime } from './is-time.js';

const MAX_PAGE = 100;
/** Rows of a page when the caller names no number. */
export const PAGE = 20;

/** A whole number in plain digits; what is written in any other way stays text, and is refused as that. */
export function readCount(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

/** Of any list; each says what its own look like. */
const ID = /^[a-z]{2,8}_[0-9a-z]{1,64}$/;

const FORMATS: readonly ListFormat[] = ['json', 'csv'];

/** How a list that can be exported is answered. */
export function FormatField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      enum: FORMATS,
      description: 'Goes before the `Accept` header; JSON when neither says.',
    }),
    MayBeAbsent(),
    IsIn(FORMATS),
  );
}

/** How many rows of a list are wanted. */
export function LimitField(about: { default?: number; description?: string }): PropertyDecorator {
  return applyDecorators(
    // In this order: a wrong type is said before a wrong size.
    IsInt(),
    Min(1),
    Max(MAX_PAGE),
    Transform(({ value }) => readCount(value)),
    MayBeAbsent(),
    ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_PAGE, ...about }),
  );
}

/** One end of a span of time. */
export function TimeField(description: string): PropertyDecorator {
  return applyDecorators(IsTime(), MayBeAbsent(), ApiPropertyOptional({ type: String, description }));
}

const CURSORS = {
  after: { of: 'last_id', description: 'The `last_id` of the page before.' },
  before: {
    of: 'first_id',
    description:
      'The `first_id` of a page: the adjacent rows that are newer, newest first too; `has_more` tells whether there are newer ones still. Not with `after`.',
  },
} as const;

/** Beside which row a page of a list is. */
export function CursorField(side: keyof typeof CURSORS, pattern: RegExp): PropertyDecorator {
  const { of, description } = CURSORS[side];
  return applyDecorators(
    ApiPropertyOptional({ type: String, description }),
    MayBeAbsent(),
    Matches(pattern, { message: `$property must be the \`${of}\` of a page of this list` }),
  );
}

/** Lists that grow without end, newest first. */
export class PageQuery {
  @LimitField({ default: PAGE })
  limit: number = PAGE;

  @CursorField('after', ID)
  after?: string;
}

/** The same, for lists that can be paged back too. */
export class BothWaysQuery extends PageQuery {
  @CursorField('before', ID)
  before?: string;
}

/** What an answer carries beside its own, for whoever would ask for it next: words with a comma between. */
export function IncludeField(...words: readonly string[]): PropertyDecorator {
  const word = words.join('|');
  return applyDecorators(
    ApiPropertyOptional({
      type: String,
      pattern: `^(?:${word})(?:,(?:${word}))*$`,
      description: `What the answer carries beside its own: ${words.map((one) => `\`${one}\``).join(', ')}; several with a comma between.`,
    }),
    MayBeAbsent(),
    Matches(new RegExp(`^(?:${word})(?:,(?:${word}))*$`), {
      message: `$property must be of ${words.join(', ')}, with a comma between`,
    }),
  );
}

/** Whether a part is asked for. */
export const includes = ({ include }: { readonly include?: string }, part: string): boolean =>
  include?.split(',').includes(part) ?? false;

export class OrganizationQuery {
  @IncludeField('alerts_etag')
  include?: string;
}

export class KeysQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    description: 'Whether to tell when each key was last used, and for how much in the last 30 days.',
  })
  @MayBeAbsent()
  @IsIn(['true', 'false'])
  usage?: 'true' | 'false';
}

/** Lists that are short by nature: whole unless a limit is named. */
export class ShortListQuery {
  @LimitField({ description: 'Everything when absent.' })
  limit?: number;

  @ApiPropertyOptional({ description: 'The `last_id` of the page before.' })
  @MayBeAbsent()
  @MaxLength(256)
  after?: string;
}
