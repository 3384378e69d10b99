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
import { anthropicErrorResponses } from '../error-answers/openapi-anthropic-errors.js';
import { BODY_TIME_CODES, KEY_CODES, MONEY_CODES, POLICY_CODES } from '../error-answers/refusal-codes.js';
import { COST_HEADER, RELAYED_HEADERS } from '../surface/openapi-headers.js';
import { countTokensRequestSchema, messageSchema, messagesRequestSchema } from './messages-schemas.js';
import { DescribeAttributionWithSession } from '../surface/attribution/describe-attribution.js';

const REFUSALS = {
  400: 'invalid_request, invalid_json, invalid_model, model_not_on_messages, unpriced_model, unsupported_server_tool, thread_unsupported_request, unsupported_parameter, invalid_content_encoding',
  401: KEY_CODES,
  403: POLICY_CODES,
  408: BODY_TIME_CODES,
  413: 'request_too_large',
  415: 'unsupported_content_encoding',
  429: 'rate_limit_exceeded',
  500: 'provider_key_unreadable',
  502: 'upstream_unreachable, upstream_interrupted, upstream_silent, upstream_unreadable, upstream_headers_too_large, upstream_unasked_continue, upstream_account_error, upstream_redirect',
  503: 'provider_not_configured, database_unavailable, shutting_down, body_memory_full',
  504: 'live_call_timeout',
};

/** The OpenAPI description of `POST /api/v1/messages`. */
export function DocumentMessages(): MethodDecorator {
  return applyDecorators(
    ...common(),
    ApiOperation({
      summary: "Provider A's Messages API, untranslated",
      description:
        "The body goes up as it came (only an id's prefix is cut off), and the answer comes back byte for byte, streamed with native events when `stream` is true. `model` names a model of provider A or an open model that `GET /api/v1/models` lists; nothing is routed. Web search and web fetch are carried and metered; other tools that provider A runs or defines, `mcp_servers`, `container`, `fallbacks` and `thread` are refused. The cap is 20 MB. Errors of the provider keep their status and body.",
    }),
    DescribeAttributionWithSession(),
    ApiBody({ schema: messagesRequestSchema }),
    ApiProduces('application/json', 'text/event-stream'),
    ApiResponse({
      status: 200,
      description: "The provider's message, or its event stream. Streams carry no cost header.",
      headers: { ...RELAYED_HEADERS, ...COST_HEADER },
      content: {
        'application/json': { schema: messageSchema },
        'text/event-stream': {
          schema: { type: 'string', description: 'Native events, as the provider sends them.' },
        },
      },
    }),
    ...anthropicErrorResponses({
      ...REFUSALS,
      402: MONEY_CODES,
      503: `${REFUSALS[503]}, metering_unavailable, payment_unavailable`,
    }),
  );
}

/** The OpenAPI description of `POST /api/v1/messages/count_tokens`. */
export function DocumentCountTokens(): MethodDecorator {
  return applyDecorators(
    ...common(),
    ApiOperation({
      summary: 'Tokens of a Messages request, free of charge',
      description:
        'Takes the body of a message, under the same rules, and answers as provider A does. Never billed, and not stopped by an empty balance.',
    }),
    ApiBody({ schema: countTokensRequestSchema }),
    ApiResponse({
      status: 200,
      description: "The provider's count.",
      headers: RELAYED_HEADERS,
      schema: {
        type: 'object',
        required: ['input_tokens'],
        properties: { input_tokens: { type: 'integer' } },
      },
    }),
    ...anthropicErrorResponses(REFUSALS),
  );
}

function common(): MethodDecorator[] {
  return [
    ApiTags('Inference'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiHeader({
      name: 'anthropic-version',
      required: false,
      description: '`2023-06-01` when it is missing.',
    }),
    ApiHeader({
      name: 'anthropic-beta',
      required: false,
      description:
        'Forwarded as given, less entries that begin with `oauth-`. `vendora-beta` is read as the same header.',
    }),
  ];
}
