import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiHeader,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { chatCompletionChunkSchema, chatCompletionSchema, chatRequestSchema } from './chat-schemas.js';
import { errorResponses } from '../http/envelopes/openapi-errors.js';

const SERVED_HEADERS = {
  'x-svc-model': { description: 'Model that served the call.', schema: { type: 'string' } },
  'x-svc-tier': {
    description: 'How it was chosen.',
    schema: {
      type: 'string',
      enum: ['group', 'group-record', 'strong', 'small', 'pinned', 'fixed', 'default', 'client'],
    },
  },
  'x-svc-group': { description: 'Id of the matched task group.', schema: { type: 'string' } },
  'x-svc-router': { description: 'Id of the router that decided.', schema: { type: 'string' } },
  'x-svc-cost': {
    description: 'Cost of the call in USD, plain decimal. Not on streams, where the usage chunk carries it.',
    schema: { type: 'string' },
  },
  'x-svc-retry': {
    description:
      'What fired, comma-separated, in order: `thinking-disabled`, `content-filter-fallback`, `tool-choice-auto`.',
    schema: { type: 'string' },
  },
  'x-svc-cascade': {
    description: 'On a structured-output cascade: whose answer this is.',
    schema: { type: 'string', enum: ['served-small', 'escalated'] },
  },
  'x-svc-tokens-saved': {
    description: 'Tokens that prompt compression removed, about.',
    schema: { type: 'integer' },
  },
  'x-svc-call-id': {
    description: 'The id in the call log, which holds what a model was asked to answer.',
    schema: { type: 'string' },
  },
  'x-request-id': { description: 'Id of the HTTP request.', schema: { type: 'string' } },
  'x-ratelimit-limit-requests': { description: 'Burst of the key.', schema: { type: 'integer' } },
  'x-ratelimit-remaining-requests': {
    description: 'Requests that fit at this moment.',
    schema: { type: 'integer' },
  },
  'x-ratelimit-reset-requests': {
    description: 'Until the bucket is full again, such as `40ms` or `12s`.',
    schema: { type: 'string' },
  },
};

/** The OpenAPI description of `POST /api/v1/route/chat/completions`. */
export function DocumentChatCompletions(): MethodDecorator {
  return applyDecorators(
    ApiTags('Inference'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiOperation({
      summary: 'Chat completions, OpenAI-compatible',
      description:
        "Runs a chat completion on the named model, or on the project's auto router for `auto`. The body is OpenAI's; fields that are not read are forwarded as they are. The cap is 1 MB. Set `stream` for server-sent events: the usage chunk with `cost` comes right before `[DONE]`.",
    }),
    ApiHeader({
      name: 'x-session-id',
      required: false,
      description: 'Keeps a session on one model; the body field `session_id` wins.',
    }),
    ApiBody({ schema: chatRequestSchema }),
    ApiProduces('application/json', 'text/event-stream'),
    ApiResponse({
      status: 200,
      description: "The provider's answer with `usage.cost`, or its event stream.",
      headers: { ...SERVED_HEADERS },
      content: {
        'application/json': { schema: chatCompletionSchema },
        'text/event-stream': { schema: chatCompletionChunkSchema },
      },
    }),
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_model, no_capable_model, no_router, no_registered_endpoint, responses_api_only, router_unconfigured, unknown_model, unpriced_model, unsupported_parameter, wrong_surface',
      401: 'invalid_api_key',
      402: 'insufficient_balance, reserved_in_flight, card_declined',
      403: 'chinese_models_off, zero_retention_unavailable',
      408: 'body_stalled, body_too_slow',
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      429: 'rate_limit_exceeded',
      502: 'upstream_unreachable, upstream_interrupted, upstream_unreadable, upstream_headers_too_large, upstream_unasked_continue, upstream_account_error, upstream_redirect, gateway_redirect, endpoint_address_refused',
      503: 'provider_not_configured, metering_unavailable, payment_unavailable, database_unavailable, shutting_down, body_memory_full',
      504: 'live_call_timeout',
    }),
  );
}
