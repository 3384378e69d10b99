import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiParam, ApiResponse } from '@nestjs/swagger';
import { anthropicErrorResponses } from '../error-answers/openapi-anthropic-errors.js';
import { BODY_TIME_CODES, KEY_CODES, MONEY_CODES, POLICY_CODES } from '../error-answers/refusal-codes.js';
import { DescribeProviderAPage, readRefusals } from '../surface/describe-reads.js';
import { routesOf } from '../surface/describe-route.js';
import { LIMIT_HEADERS } from '../surface/openapi-headers.js';
import { DescribeAttributionWithSession } from '../surface/attribution/describe-attribution.js';

const nullableText = { type: 'string' as const, nullable: true };

const messageBatchSchema = {
  type: 'object' as const,
  required: [
    'id',
    'type',
    'processing_status',
    'request_counts',
    'created_at',
    'expires_at',
    'ended_at',
    'cancel_initiated_at',
    'archived_at',
    'results_url',
  ],
  properties: {
    id: { type: 'string' as const, example: 'msgbatch_01hf…' },
    type: { type: 'string' as const, enum: ['message_batch'] },
    processing_status: { type: 'string' as const, enum: ['in_progress', 'canceling', 'ended'] },
    request_counts: {
      type: 'object' as const,
      description: 'Adds up to the size of the batch. While it runs everything is `processing`.',
      properties: Object.fromEntries(
        ['processing', 'succeeded', 'errored', 'canceled', 'expired'].map((name) => [
          name,
          { type: 'integer' as const },
        ]),
      ),
    },
    created_at: { type: 'string' as const, format: 'date-time' },
    expires_at: { type: 'string' as const, format: 'date-time' },
    ended_at: nullableText,
    cancel_initiated_at: nullableText,
    archived_at: nullableText,
    results_url: nullableText,
  },
};

const createSchema = {
  type: 'object' as const,
  required: ['requests'],
  properties: {
    requests: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['custom_id', 'params'],
        properties: {
          custom_id: { type: 'string' as const, minLength: 1, maxLength: 64 },
          params: { type: 'object' as const, description: 'A Messages API body without `stream`.' },
        },
      },
    },
    idempotency_key: { type: 'string' as const, maxLength: 128, description: 'The header wins.' },
  },
  example: {
    requests: [
      {
        custom_id: 'first',
        params: {
          model: 'claude-haiku-5-5',
          max_tokens: 256,
          messages: [{ role: 'user', content: 'Say one.' }],
        },
      },
    ],
  },
};

const SUBMISSION_ERRORS = {
  400: 'invalid_json, invalid_request, invalid_idempotency_key, invalid_custom_id, duplicate_custom_id, invalid_model, auto_in_batch, no_batch_tier, unpriced_model, model_not_in_params, stream_in_batch, openai_batch_shape, unsupported_server_tool, thread_unsupported_request, unsupported_parameter, batch_too_large, callback_url_refused, invalid_content_encoding',
  401: KEY_CODES,
  402: MONEY_CODES,
  403: POLICY_CODES,
  404: 'unknown_upload',
  408: `request_timeout, ${BODY_TIME_CODES}`,
  413: 'request_too_large',
  415: 'unsupported_content_encoding',
  429: 'rate_limit_exceeded',
  502: 'batch_refused',
  503: 'batch_capacity_full, provider_not_configured, payment_unavailable, shutting_down, database_unavailable, storage_unavailable, body_memory_full',
};
const READ_ERRORS = readRefusals('batch_not_found');

const describe = routesOf('Message batches');

const idParam = ApiParam({ name: 'id', description: 'The id of the message batch.' });
const batchAnswer = ApiResponse({ status: 200, headers: LIMIT_HEADERS, schema: messageBatchSchema });

/** The OpenAPI description of `POST /api/v1/messages/batches`. */
export function DocumentMessageBatchCreate(): MethodDecorator {
  return applyDecorators(
    describe(
      'Create a message batch',
      "Provider A's Message Batches, over the batch tier of `POST /api/v1/route/batches`: the same checks, prices and life cycle. Bodies over 4 MB go to the batch gateway, which takes 256 MB.",
    ),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: '1 to 255 letters, digits and `_ . : -`: the same key answers the same batch.',
    }),
    ApiHeader({
      name: 'anthropic-version',
      required: false,
      description: 'The version of the Messages API that the `params` are written for.',
    }),
    ApiHeader({
      name: 'anthropic-beta',
      required: false,
      description:
        'Sent with the batch as given, less entries that begin with `oauth-`. `vendora-beta` is read as the same header.',
    }),
    DescribeAttributionWithSession('all requests of the batch'),
    ApiBody({ schema: createSchema }),
    batchAnswer,
    ...anthropicErrorResponses(SUBMISSION_ERRORS),
  );
}

/** The OpenAPI description of `GET /api/v1/messages/batches`. */
export function DocumentMessageBatchList(): MethodDecorator {
  return applyDecorators(
    describe('List message batches', 'Newest first. `has_more` is about the direction that is walked.'),
    DescribeProviderAPage(),
    ApiResponse({
      status: 200,
      headers: LIMIT_HEADERS,
      schema: {
        type: 'object',
        required: ['data', 'has_more', 'first_id', 'last_id'],
        properties: {
          data: { type: 'array', items: messageBatchSchema },
          has_more: { type: 'boolean' },
          first_id: nullableText,
          last_id: nullableText,
        },
      },
    }),
    ...anthropicErrorResponses({
      400: 'invalid_request',
      401: READ_ERRORS[401],
      429: READ_ERRORS[429],
      503: READ_ERRORS[503],
    }),
  );
}

/** The OpenAPI description of `GET /api/v1/messages/batches/{id}`. */
export function DocumentMessageBatch(): MethodDecorator {
  return applyDecorators(
    describe('Retrieve a message batch', 'Counts as a poll: the batch is refreshed at its providers.'),
    idParam,
    batchAnswer,
    ...anthropicErrorResponses(READ_ERRORS),
  );
}

/** The OpenAPI description of `POST /api/v1/messages/batches/{id}/cancel`. */
export function DocumentMessageBatchCancel(): MethodDecorator {
  return applyDecorators(
    describe('Cancel a message batch', 'A batch that has ended, or is canceling, is answered as it is.'),
    idParam,
    ApiBody({ required: false, schema: { type: 'object', description: 'There is nothing to say in it.' } }),
    batchAnswer,
    ...anthropicErrorResponses(READ_ERRORS),
  );
}

/** The OpenAPI description of `DELETE /api/v1/messages/batches/{id}`. */
export function DocumentMessageBatchDelete(): MethodDecorator {
  return applyDecorators(
    describe('Delete a message batch', 'Removes a batch that has ended, with its results. Its spend stays.'),
    idParam,
    ApiResponse({
      status: 200,
      headers: LIMIT_HEADERS,
      schema: {
        type: 'object',
        required: ['id', 'type'],
        properties: { id: { type: 'string' }, type: { type: 'string', enum: ['message_batch_deleted'] } },
      },
    }),
    ...anthropicErrorResponses({ 400: 'batch_not_ended', ...READ_ERRORS }),
  );
}

/** The OpenAPI description of `GET /api/v1/messages/batches/{id}/results`. */
export function DocumentMessageBatchResults(): MethodDecorator {
  return applyDecorators(
    describe(
      'Read the results of a message batch',
      "Provider A's results, one line of JSON a request, in any order.",
    ),
    idParam,
    ApiResponse({
      status: 200,
      content: {
        'application/x-jsonl': {
          schema: {
            type: 'object',
            required: ['custom_id', 'result'],
            properties: {
              custom_id: { type: 'string' },
              result: {
                type: 'object',
                required: ['type'],
                properties: {
                  type: { type: 'string', enum: ['succeeded', 'errored', 'canceled', 'expired'] },
                  message: { type: 'object' },
                  error: { type: 'object' },
                },
              },
            },
          },
        },
      },
    }),
    ...anthropicErrorResponses({
      400: 'results_format_mismatch',
      401: READ_ERRORS[401],
      404: READ_ERRORS[404],
      409: 'batch_not_ended, batch_failed',
      410: 'batch_results_purged',
      503: 'database_unavailable, storage_unavailable',
    }),
  );
}
