import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { errorResponses } from '../error-answers/openapi-errors.js';

type Schema = Extract<ApiResponseOptions, { schema: unknown }>['schema'];

/** An answer with the entity tag of what it shows. */
export const TaggedAnswer = (schema: Schema): MethodDecorator =>
  ApiResponse({
    status: 200,
    schema,
    headers: {
      ETag: { description: 'The state that was read, for `If-Match`.', schema: { type: 'string' } },
    },
  });

/** A change that may say for which state it was made. `code` is what its 412 says. */
export const MayExpectState = (
  code: 'router_changed' | 'organization_changed' | 'alerts_changed',
): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'The `ETag` of the read that the change was made for; `*` for any state, as when absent.',
    }),
    ...errorResponses({ 412: `${code} (the tag of now is in \`error.etag\` and \`ETag\`)` }),
  );
