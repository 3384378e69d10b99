import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_TIME_CODES, KEY_CODES, MONEY_CODES, POLICY_CODES } from '../error-answers/refusal-codes.js';
import { COST_HEADER, RELAYED_HEADERS } from '../surface/openapi-headers.js';
import { CACHE_HEADER, DescribeCache } from '../surface/describe-cache.js';
import { DescribeAttributionWithSession } from '../surface/attribution/describe-attribution.js';

/** The OpenAPI description of `POST /api/v1/openai/embeddings`, and of its other name. */
export function DocumentEmbeddings(): MethodDecorator {
  return applyDecorators(
    ApiTags('Inference'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiOperation({
      summary: 'Embeddings, OpenAI-compatible',
      description:
        'The body goes up and the answer comes back as they are; base64 stays base64. `model` is a `text-embedding-*` id, with or without the `vendorb/` prefix. Input tokens are metered. The cap is 4 MB.',
    }),
    DescribeAttributionWithSession(),
    DescribeCache(),
    ApiBody({
      schema: {
        type: 'object',
        required: ['model', 'input'],
        additionalProperties: true,
        properties: {
          model: { type: 'string', example: 'vendorb/text-embedding-3-small' },
          input: {
            oneOf: [
              { type: 'string', minLength: 1 },
              { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
              { type: 'array', minItems: 1, items: { type: 'integer' } },
              { type: 'array', minItems: 1, items: { type: 'array', items: { type: 'integer' } } },
            ],
          },
          dimensions: { type: 'integer' },
          encoding_format: { type: 'string', enum: ['float', 'base64'] },
        },
        example: { model: 'vendorb/text-embedding-3-small', input: 'A harbour at dawn.' },
      },
    }),
    ApiResponse({
      status: 200,
      description: "The provider's list of embeddings.",
      headers: { ...RELAYED_HEADERS, ...COST_HEADER, ...CACHE_HEADER },
      schema: {
        type: 'object',
        properties: {
          object: { type: 'string', enum: ['list'] },
          data: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                object: { type: 'string', enum: ['embedding'] },
                index: { type: 'integer' },
                embedding: {
                  oneOf: [
                    { type: 'array', items: { type: 'number' } },
                    { type: 'string', format: 'byte' },
                  ],
                },
              },
            },
          },
          model: { type: 'string' },
          usage: {
            type: 'object',
            properties: { prompt_tokens: { type: 'integer' }, total_tokens: { type: 'integer' } },
          },
        },
      },
    }),
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_model, wrong_surface, unpriced_model, unsupported_parameter, invalid_content_encoding',
      401: KEY_CODES,
      402: MONEY_CODES,
      403: POLICY_CODES,
      408: BODY_TIME_CODES,
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      429: 'rate_limit_exceeded',
      500: 'provider_key_unreadable',
      502: 'upstream_unreachable, upstream_interrupted, upstream_silent, upstream_unreadable, upstream_headers_too_large, upstream_unasked_continue, upstream_account_error, upstream_redirect, upstream_answer_too_large',
      503: 'provider_not_configured, metering_unavailable, payment_unavailable, database_unavailable, shutting_down, body_memory_full',
      504: 'live_call_timeout',
    }),
  );
}
