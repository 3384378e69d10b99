import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { KEY_CODES } from '../error-answers/refusal-codes.js';

/** What a question by an API key for one thing may be refused with. @param missing - the code where there is no such thing */
export const readRefusals = (missing: string) => ({
  401: KEY_CODES,
  404: missing,
  429: 'rate_limit_exceeded',
  503: 'database_unavailable',
});

/** How a list is walked in provider A's API. */
export const DescribeProviderAPage = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 1_000, default: 20 },
    }),
    ApiQuery({ name: 'after_id', required: false, type: String, description: 'The page after this id.' }),
    ApiQuery({ name: 'before_id', required: false, type: String, description: 'The page before this id.' }),
  );
