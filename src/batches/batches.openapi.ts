import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_TIME_CODES, KEY_CODES, POLICY_CODES } from '../error-answers/refusal-codes.js';
import { readRefusals } from '../surface/describe-reads.js';
import { routesOf } from '../surface/describe-route.js';
import { BILLED_TO_HEADER, LIMIT_HEADERS } from '../surface/openapi-headers.js';
import { DEFAULT_BATCH_LIMIT, MAX_BATCH_LIMIT } from './read-batch-page.js';
import { DescribeAttributionWithSession } from '../surface/attribution/describe-attribution.js';

const count = (description?: string) => ({
  type: 'integer' as const,
  ...(description !== undefined && { description }),
});
const time = (description: string) => ({ type: 'string' as const, format: 'date-time', description });

export const portionSchema = {
  type: 'object' as const,
  required: [
    'provider',
    'status',
    'request_count',
    'succeeded_count',
    'errored_count',
    'canceled_count',
    'expired_count',
  ],
  properties: {
    provider: { type: 'string' as const, enum: ['provider_a', 'provider_b', 'hosted'] },
    status: { type: 'string' as const, enum: ['in_progress', 'canceling', 'ended', 'failed'] },
    request_count: count(),
    succeeded_count: count(
      'As the provider counts while it runs; as the results say once the batch has ended.',
    ),
    errored_count: count(),
    canceled_count: count(),
    expired_count: count(),
    billed_to: {
      type: 'string' as const,
      enum: ['own-key'],
      description: "It is on a key of the project's own, and costs nothing here; absent of others.",
    },
    error: {
      type: 'object' as const,
      description: "The provider's error, when it refused the portion.",
      required: ['message'],
      properties: { message: { type: 'string' as const }, status: { type: 'integer' as const } },
    },
  },
};

export const batchSchema = {
  type: 'object' as const,
  required: [
    'id',
    'object',
    'status',
    'request_count',
    'providers',
    'succeeded_count',
    'errored_count',
    'estimate_usd',
    'created_at',
  ],
  properties: {
    id: { type: 'string' as const, example: 'batch_01hf…' },
    object: { type: 'string' as const, enum: ['batch'] },
    status: {
      type: 'string' as const,
      enum: ['in_progress', 'canceling', 'ended', 'failed'],
      description: '`failed`: it never reached its providers and was refunded; `error` says what to do.',
    },
    request_count: count(),
    providers: {
      type: 'array' as const,
      items: portionSchema,
      description: 'One entry a portion, at most 25,000 requests each.',
    },
    succeeded_count: count(),
    errored_count: count(),
    canceled_count: count('When there are any.'),
    expired_count: count('When there are any.'),
    estimate_usd: { type: 'number' as const, description: 'What was estimated at submission.' },
    cost_usd: { type: 'number' as const, description: 'What was billed; once it has ended.' },
    created_at: time('RFC 3339.'),
    ended_at: time('Once it has ended.'),
    results_url: { type: 'string' as const, description: 'Absolute; once results are there.' },
    error: {
      type: 'object' as const,
      required: ['message'],
      properties: { message: { type: 'string' as const } },
    },
  },
};

const tagsSchema = (description: string) => ({
  type: 'array' as const,
  maxItems: 10,
  items: { type: 'string' as const, pattern: '^[A-Za-z0-9_.:/-]{1,64}$' },
  description,
});

const submissionSchema = {
  type: 'object' as const,
  properties: {
    requests: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['custom_id'],
        properties: {
          custom_id: { type: 'string' as const, minLength: 1, maxLength: 64 },
          body: {
            type: 'object' as const,
            description: 'A chat-completions body that names a model; no `stream`.',
          },
          params: {
            type: 'object' as const,
            description: 'A Messages API body, forwarded verbatim; not for provider B.',
          },
          tags: tagsSchema('Tags of this request alone, beside those of the batch.'),
        },
      },
    },
    input_object: {
      type: 'string' as const,
      description: 'Instead of `requests`: the name of an uploaded submission.',
    },
    tags: tagsSchema('Tags of every request. One has at most 10 in all, the head and its own included.'),
    idempotency_key: { type: 'string' as const, maxLength: 128 },
    callback_url: {
      type: 'string' as const,
      description: 'https: gets one signed POST of the status object when the batch ends.',
    },
  },
  example: {
    idempotency_key: 'nightly-2026-11-28',
    requests: [
      {
        custom_id: 'first',
        body: { model: 'vendorb/gpt-6.1-terra', messages: [{ role: 'user', content: 'Hi' }] },
      },
    ],
  },
};

const quoteSchema = {
  type: 'object' as const,
  required: ['object', 'request_count', 'estimate_usd', 'providers'],
  properties: {
    object: { type: 'string' as const, enum: ['batch.quote'] },
    request_count: count(),
    estimate_usd: { type: 'number' as const },
    providers: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        properties: {
          provider: { type: 'string' as const },
          request_count: count(),
          estimate_usd: { type: 'number' as const },
        },
      },
    },
  },
};

const SUBMISSION_ERRORS = {
  400: 'invalid_json, invalid_request, invalid_custom_id, duplicate_custom_id, invalid_model, auto_in_batch, no_batch_tier, unpriced_model, model_not_in_params, stream_in_batch, openai_batch_shape, unsupported_server_tool, thread_unsupported_request, unsupported_parameter, batch_too_large, callback_url_refused, invalid_content_encoding',
  401: KEY_CODES,
  403: POLICY_CODES,
  404: 'unknown_upload',
  408: `request_timeout, ${BODY_TIME_CODES}`,
  413: 'request_too_large',
  415: 'unsupported_content_encoding',
  429: 'rate_limit_exceeded',
};
const READ_ERRORS = readRefusals('batch_not_found');

const describe = routesOf('Batches');

const idParam = ApiParam({ name: 'id', description: 'The id of the batch.' });
const statusAnswer = ApiResponse({
  status: 200,
  headers: { ...LIMIT_HEADERS, ...BILLED_TO_HEADER },
  schema: batchSchema,
});

/** The OpenAPI description of `POST /api/v1/route/batches`. */
export function DocumentSubmit(): MethodDecorator {
  return applyDecorators(
    describe(
      'Submit a batch',
      'Deferred bulk inference at the batch rate. `body` and `params` items and providers may be mixed. Everything is checked before anything is created; up to 20 bad items are listed in `error.details`. The estimate is reserved, and settled when the batch has ended. The same `idempotency_key` answers the same batch. Bodies over 4 MB go through the upload flow, or to the batch gateway.',
    ),
    DescribeAttributionWithSession('all requests of the batch'),
    ApiBody({ schema: submissionSchema }),
    statusAnswer,
    ...errorResponses({
      ...SUBMISSION_ERRORS,
      402: 'insufficient_balance, reserved_in_flight (with `estimate_usd` and `balance_usd`), key_limit_reached, project_limit_reached, card_declined',
      502: 'batch_refused (with `provider_errors`)',
      503: 'batch_capacity_full, provider_not_configured, payment_unavailable, shutting_down, database_unavailable, storage_unavailable, body_memory_full',
    }),
  );
}

/** The OpenAPI description of `POST /api/v1/route/batches/quote`. */
export function DocumentQuote(): MethodDecorator {
  return applyDecorators(
    describe(
      'Price a batch',
      'The same body and checks as a submission, answered with its estimate; nothing is created or reserved.',
    ),
    ApiBody({ schema: submissionSchema }),
    ApiResponse({ status: 200, headers: LIMIT_HEADERS, schema: quoteSchema }),
    ...errorResponses({
      ...SUBMISSION_ERRORS,
      503: 'provider_not_configured, database_unavailable, storage_unavailable, body_memory_full',
    }),
  );
}

/** The OpenAPI description of `GET /api/v1/route/batches`. */
export function DocumentBatchList(): MethodDecorator {
  return applyDecorators(
    describe(
      'List batches',
      "The project's batches, newest first, as they were last seen; the 50 most recent unless a page is named.",
    ),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: MAX_BATCH_LIMIT, default: DEFAULT_BATCH_LIMIT },
    }),
    ApiQuery({
      name: 'after',
      required: false,
      schema: { type: 'string' },
      description: 'The `last_id` of the page before.',
    }),
    ApiResponse({
      status: 200,
      headers: LIMIT_HEADERS,
      schema: {
        type: 'object',
        required: ['object', 'data', 'has_more', 'first_id', 'last_id'],
        properties: {
          object: { type: 'string', enum: ['list'] },
          data: { type: 'array', items: batchSchema },
          has_more: { type: 'boolean' },
          first_id: { type: 'string', nullable: true },
          last_id: { type: 'string', nullable: true },
        },
      },
    }),
    ...errorResponses({
      400: 'invalid_request',
      401: READ_ERRORS[401],
      429: READ_ERRORS[429],
      503: READ_ERRORS[503],
    }),
  );
}

/** The OpenAPI description of `GET /api/v1/route/batches/{id}`. */
export function DocumentBatch(): MethodDecorator {
  return applyDecorators(
    describe(
      'Poll a batch',
      'Refreshes the batch at its providers. When all portions have ended, its results are stored and it is billed, once.',
    ),
    idParam,
    statusAnswer,
    ...errorResponses(READ_ERRORS),
  );
}

/** The OpenAPI description of `POST /api/v1/route/batches/{id}/cancel`. */
export function DocumentCancel(): MethodDecorator {
  return applyDecorators(
    describe(
      'Cancel a batch',
      'Forwarded to the providers. What is done already returns results and is billed; the rest comes back canceled and is refunded. A batch that has ended stays as it is.',
    ),
    idParam,
    ApiBody({ required: false, schema: { type: 'object', description: 'There is nothing to say in it.' } }),
    statusAnswer,
    ...errorResponses(READ_ERRORS),
  );
}

/** The OpenAPI description of `GET /api/v1/route/batches/{id}/results`. */
export function DocumentResults(): MethodDecorator {
  return applyDecorators(
    describe(
      'Read the results',
      'One line of JSON a request, in any order; or, by `format`, one JSON envelope, or the exact lines of a provider. Unlimited. Kept for 29 days after the end. With `format=openai`, requests that never ran have the `error.code` batch_expired or batch_cancelled.',
    ),
    idParam,
    ApiQuery({
      name: 'format',
      required: false,
      enum: ['jsonl', 'json', 'openai', 'anthropic'],
      description:
        '`jsonl` when absent. `json` is one envelope, `openai` and `anthropic` are the lines of that provider; `anthropic` is for batches of `params` alone.',
    }),
    ApiResponse({
      status: 200,
      headers: {
        'x-svc-batch-id': { schema: { type: 'string' } },
        'x-svc-batch-status': { schema: { type: 'string' } },
        'x-svc-results-format': { schema: { type: 'string' } },
      },
      content: {
        'application/x-jsonl': {
          schema: {
            type: 'object',
            required: ['custom_id', 'status', 'cost', 'response'],
            properties: {
              custom_id: { type: 'string' },
              status: { type: 'string', enum: ['succeeded', 'errored', 'canceled', 'expired'] },
              model: { type: 'string', description: 'On succeeded results.' },
              cost: { type: 'number' },
              response: {
                type: 'object',
                nullable: true,
                description: 'A `chat.completion` for `body`, a message for `params`.',
              },
              error: {
                type: 'object',
                description: 'On errored results.',
                properties: Object.fromEntries(
                  ['message', 'type', 'code', 'param'].map((name) => [name, { type: 'string' }]),
                ),
              },
              upstream: {
                type: 'object',
                description:
                  "What the provider said around it: `status_code`, `request_id`, and provider B's own `body` and `error` of a request that failed. `format=openai` is made of them.",
              },
            },
          },
        },
      },
    }),
    ...errorResponses({
      400: 'invalid_request, results_format_mismatch',
      401: KEY_CODES,
      404: 'batch_not_found',
      409: 'batch_not_ended, batch_failed',
      410: 'batch_results_purged',
      503: 'database_unavailable, storage_unavailable',
    }),
  );
}
