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
import { SERVED_HEADERS } from '../completions/relay/served-headers.js';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_TIME_CODES, KEY_CODES, MONEY_CODES, POLICY_CODES } from '../error-answers/refusal-codes.js';
import { responseEventSchema, responseSchema, responsesRequestSchema } from './responses-schemas.js';
import { DescribeAttribution } from '../surface/attribution/describe-attribution.js';

const { 'x-svc-tokens-saved': _, ...HEADERS } = SERVED_HEADERS;

/** The OpenAPI description of `POST /api/v1/openai/responses`, and of its other name. */
export function DocumentResponses(): MethodDecorator {
  return applyDecorators(
    ApiTags('Inference'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiOperation({
      summary: 'Responses, OpenAI-compatible',
      description:
        "OpenAI's Responses API on every model: provider B is asked in the caller's own bytes, all others by chat, translated both ways. Routed, retried and billed as chat completions. The cap is 20 MB, with what the request refers to. What a model cannot be told and that changes no meaning is left out and named in `x-svc-ignored`; what would change the answer's meaning is refused by name, before anything is sent.",
    }),
    ApiHeader({
      name: 'x-session-id',
      required: false,
      description: 'Keeps a session on one model; `session-id` and `session_id` are read too.',
    }),
    DescribeAttribution(),
    ApiBody({ schema: responsesRequestSchema }),
    ApiProduces('application/json', 'text/event-stream'),
    ApiResponse({
      status: 200,
      description: 'The response with `usage.cost`, or its event stream.',
      headers: {
        ...HEADERS,
        'x-svc-ignored': {
          description:
            'Fields that the model could not be told, comma-separated: `tools[8],prompt_cache_key`.',
          schema: { type: 'string' },
        },
      },
      content: {
        'application/json': { schema: responseSchema },
        'text/event-stream': { schema: responseEventSchema },
      },
    }),
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_model, item_not_found, no_capable_model, no_router, no_registered_endpoint, router_unconfigured, unknown_model, unknown_parameter, unpriced_model, unsupported_parameter, unsupported_tool, wrong_surface',
      401: KEY_CODES,
      402: MONEY_CODES,
      403: POLICY_CODES,
      404: 'previous_response_not_found',
      408: BODY_TIME_CODES,
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      429: 'rate_limit_exceeded',
      500: 'provider_key_unreadable, response_unreadable',
      502: 'upstream_unreachable, upstream_interrupted, upstream_silent, upstream_unreadable, upstream_headers_too_large, upstream_unasked_continue, upstream_account_error, upstream_redirect, gateway_redirect, endpoint_address_refused',
      503: 'provider_not_configured, metering_unavailable, payment_unavailable, database_unavailable, shutting_down, body_memory_full',
      504: 'live_call_timeout',
    }),
  );
}
