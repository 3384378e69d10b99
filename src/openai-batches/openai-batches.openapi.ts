import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_TIME_CODES, KEY_CODES, MONEY_CODES, POLICY_CODES } from '../error-answers/refusal-codes.js';
import { routesOf } from '../surface/describe-route.js';
import { LIMIT_HEADERS } from '../surface/openapi-headers.js';
import { listOf, openAiBatchSchema } from './openai-schemas.js';
import { DescribeAttributionWithSession } from '../surface/attribution/describe-attribution.js';

const READ_ERRORS = {
  401: KEY_CODES,
  404: 'batch_not_found',
  429: 'rate_limit_exceeded',
  503: 'database_unavailable',
};

const createSchema = {
  type: 'object' as const,
  required: ['input_file_id', 'endpoint', 'completion_window'],
  properties: {
    input_file_id: { type: 'string' as const },
    endpoint: {
      type: 'string' as const,
      enum: ['/v1/chat/completions', '/v1/responses', '/v1/embeddings'],
      description: 'The `url` of every line. Responses and embeddings run at provider B alone.',
    },
    completion_window: { type: 'string' as const, enum: ['24h'] },
    metadata: {
      type: 'object' as const,
      nullable: true,
      description: 'Up to 16 pairs; keys of 64 characters, values of 512.',
      additionalProperties: { type: 'string' as const },
    },
    output_expires_after: {
      type: 'object' as const,
      nullable: true,
      description: 'When the results are deleted, counted from the end of the batch; 29 days at the most.',
      properties: {
        anchor: { type: 'string' as const, enum: ['created_at'] },
        seconds: { type: 'integer' as const, minimum: 3_600, maximum: 2_592_000 },
      },
    },
  },
  example: {
    input_file_id: 'file-01hf…',
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  },
};

const describe = routesOf('OpenAI batches');

const idParam = ApiParam({ name: 'id', description: 'The id of the batch.' });
const batchAnswer = ApiResponse({ status: 200, headers: LIMIT_HEADERS, schema: openAiBatchSchema });

/** The OpenAPI description of `POST /api/v1/openai/batches`. */
export function DocumentOpenAiBatchCreate(): MethodDecorator {
  return applyDecorators(
    describe(
      'Create a batch of a file',
      "OpenAI's batches, over the batch tier of `POST /api/v1/route/batches`: the same prices, reservation and life cycle, and mixed models in one file. Answers the batch as `validating`; what is wrong with the file is told by a batch that is `failed`. Money, and what the project does not allow, are answered at once where they are found within 20 s.",
    ),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: '1 to 255 letters, digits and `_ . : -`: the same key answers the same batch.',
    }),
    DescribeAttributionWithSession('all requests of the batch'),
    ApiBody({ schema: createSchema }),
    batchAnswer,
    ...errorResponses({
      400: 'invalid_json, invalid_request, missing_required_parameter, invalid_value, invalid_input_file, invalid_idempotency_key, invalid_content_encoding',
      401: KEY_CODES,
      402: MONEY_CODES,
      403: POLICY_CODES,
      408: `request_timeout, ${BODY_TIME_CODES}`,
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      429: 'rate_limit_exceeded',
      503: 'batch_capacity_full, provider_not_configured, payment_unavailable, shutting_down, database_unavailable, body_memory_full',
    }),
  );
}

/** The OpenAPI description of `GET /api/v1/openai/batches`. */
export function DocumentOpenAiBatchList(): MethodDecorator {
  return applyDecorators(
    describe('List batches', 'Newest first, wherever they were made.'),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    }),
    ApiQuery({ name: 'after', required: false, type: String, description: 'The batches behind this id.' }),
    ApiResponse({ status: 200, headers: LIMIT_HEADERS, schema: listOf(openAiBatchSchema) }),
    ...errorResponses({ ...READ_ERRORS, 400: 'invalid_request', 404: 'unknown_path' }),
  );
}

/** The OpenAPI description of `GET /api/v1/openai/batches/{id}`. */
export function DocumentOpenAiBatch(): MethodDecorator {
  return applyDecorators(
    describe('Retrieve a batch', 'Counts as a poll: the batch is refreshed at its providers.'),
    idParam,
    batchAnswer,
    ...errorResponses(READ_ERRORS),
  );
}

/** The OpenAPI description of `POST /api/v1/openai/batches/{id}/cancel`. */
export function DocumentOpenAiBatchCancel(): MethodDecorator {
  return applyDecorators(
    describe(
      'Cancel a batch',
      'What was answered until then is kept and billed. A batch that has ended, or is cancelling, is answered as it is.',
    ),
    idParam,
    ApiBody({ required: false, schema: { type: 'object', description: 'There is nothing to say in it.' } }),
    batchAnswer,
    ...errorResponses(READ_ERRORS),
  );
}
