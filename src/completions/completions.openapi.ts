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
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_TIME_CODES, KEY_CODES, MONEY_CODES, POLICY_CODES } from '../error-answers/refusal-codes.js';
import { SERVED_HEADERS } from './relay/served-headers.js';
import { CACHE_HEADER, DescribeCache } from '../surface/describe-cache.js';
import { DescribeAttribution } from '../surface/attribution/describe-attribution.js';

/** The OpenAPI description of `POST /api/v1/openai/chat/completions`, and of its other name. */
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
    DocumentChatCall(),
  );
}

/** What such a call takes and answers, whoever makes it. */
export function DocumentChatCall(refusals: Readonly<Record<number, string>> = {}): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'x-session-id',
      required: false,
      description: 'Keeps a session on one model; the body field `session_id` wins.',
    }),
    DescribeAttribution(),
    DescribeCache(),
    ApiBody({ schema: chatRequestSchema }),
    ApiProduces('application/json', 'text/event-stream'),
    ApiResponse({
      status: 200,
      description: "The provider's answer with `usage.cost`, or its event stream.",
      headers: { ...SERVED_HEADERS, ...CACHE_HEADER },
      content: {
        'application/json': { schema: chatCompletionSchema },
        'text/event-stream': { schema: chatCompletionChunkSchema },
      },
    }),
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_model, no_capable_model, no_router, no_registered_endpoint, responses_api_only, router_unconfigured, unknown_model, unpriced_model, unsupported_parameter, wrong_surface',
      401: KEY_CODES,
      402: MONEY_CODES,
      403: POLICY_CODES,
      408: BODY_TIME_CODES,
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      429: 'rate_limit_exceeded',
      500: 'provider_key_unreadable',
      502: 'upstream_unreachable, upstream_interrupted, upstream_silent, upstream_unreadable, upstream_headers_too_large, upstream_unasked_continue, upstream_account_error, upstream_redirect, gateway_redirect, endpoint_address_refused',
      503: 'provider_not_configured, metering_unavailable, payment_unavailable, database_unavailable, shutting_down, body_memory_full',
      504: 'live_call_timeout',
      ...refusals,
    }),
  );
}
