import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { UPSTREAM_IDS } from '../catalog/catalog-model.js';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_TIME_CODES, KEY_CODES, POLICY_CODES } from '../error-answers/refusal-codes.js';
import { LIMIT_HEADERS } from '../surface/openapi-headers.js';

const REQUEST = {
  type: 'object',
  properties: {
    messages: {
      type: 'array',
      description: 'The conversation as on chat completions. One of `messages`, `task` and `input`.',
      items: { type: 'object', additionalProperties: true },
    },
    task: {
      type: 'string',
      description: 'A bare text that a model is to work on. One of `messages`, `task` and `input`.',
    },
    input: {
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'object', additionalProperties: true } }],
      description:
        'With `"surface": "responses"`: the body of the Responses API as it would be sent (`input`, `instructions`, `tools`, `text`, `reasoning`, `max_output_tokens` …) and read by its rules. What is kept is not looked up: `previous_response_id` and `item_reference` are 400.',
    },
    model: {
      type: 'string',
      description:
        'Decides through the router anchored on this model, as chat does; `auto` or absent: the auto router.',
    },
    surface: {
      type: 'string',
      enum: ['chat', 'responses'],
      default: 'chat',
      description:
        'Where the request would be sent: models that run only on the Responses API serve there and not on chat.',
    },
    session_id: {
      type: 'string',
      maxLength: 200,
      description: 'Repeats of a session get its first model for 24 hours.',
    },
    tools: { type: 'array', items: { type: 'object', additionalProperties: true } },
    response_format: { type: 'object', additionalProperties: true },
    max_tokens: { type: 'integer', minimum: 1 },
  },
  additionalProperties: true,
  example: {
    task: 'Classify the sentiment of this review as positive or negative. Answer with one word.\n\nReview: It broke.',
  },
} as const;

export const DECISION = {
  type: 'object',
  required: ['object', 'configured'],
  properties: {
    object: { type: 'string', enum: ['route.decision'] },
    id: { type: 'string', example: 'dec_01k…' },
    configured: {
      type: 'boolean',
      description: 'False when the project has nothing to decide with; then `reason` says why.',
    },
    reason: { type: 'string' },
    tier: {
      type: 'string',
      enum: ['group', 'group-record', 'strong', 'small', 'pinned', 'fixed', 'default'],
    },
    model: {
      type: 'string',
      description: 'As a caller would write it.',
      example: 'vendora/claude-sonnet-5-5',
    },
    provider: {
      type: 'string',
      enum: [...UPSTREAM_IDS, 'endpoint'],
    },
    router_id: {
      type: 'string',
      description:
        'Absent while a model outside the catalogue has not been called: its router comes with its first call.',
    },
    router_name: { type: 'string' },
    anchor_model: { type: 'string', description: 'Set when the router is anchored on a model of the code.' },
    group: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
    kind: { type: 'string', enum: ['conversation', 'machine'] },
    task: { type: 'string' },
    complexity: { type: 'number', minimum: 0, maximum: 1 },
    threshold: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Above it Big answers a machine task.',
    },
    thinking: { type: 'string', enum: ['off', 'default'] },
    cascade: { type: 'object', properties: { first_model: { type: 'string' } } },
    session: {
      type: 'object',
      properties: { id: { type: 'string' }, pinned_until: { type: 'string', format: 'date-time' } },
    },
    reasons: { type: 'array', items: { type: 'string' } },
  },
} as const;

/** The OpenAPI description of `POST /api/v1/route`. */
export function DocumentRoute(): MethodDecorator {
  return applyDecorators(
    ApiTags('Inference'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiOperation({
      summary: 'Which model would serve this request',
      description:
        'Decides and executes nothing: for callers whose own code runs the model. The body cap is 128 KB. Costs nothing and works without balance.',
    }),
    ApiBody({ schema: structuredClone(REQUEST) as object }),
    ApiResponse({
      status: 200,
      description: 'The decision, with its reasons.',
      headers: LIMIT_HEADERS,
      schema: structuredClone(DECISION) as object,
    }),
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_model, no_capable_model, no_registered_endpoint, responses_api_only, unknown_model, unknown_parameter, unpriced_model, unsupported_parameter, unsupported_tool, wrong_surface',
      401: KEY_CODES,
      403: POLICY_CODES,
      408: BODY_TIME_CODES,
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      429: 'rate_limit_exceeded',
      503: 'database_unavailable, body_memory_full',
    }),
  );
}
