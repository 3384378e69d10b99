import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { anthropicErrorResponses } from '../error-answers/openapi-anthropic-errors.js';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { KEY_CODES } from '../error-answers/refusal-codes.js';
import { DescribeProviderAPage } from '../surface/describe-reads.js';
import { LIMIT_HEADERS } from '../surface/openapi-headers.js';

const ANTHROPIC_MODEL = {
  type: 'object',
  required: ['type', 'id', 'display_name', 'created_at'],
  properties: {
    type: { type: 'string', enum: ['model'] },
    id: { type: 'string', example: 'claude-sonnet-5-5' },
    display_name: { type: 'string', example: 'Claude Sonnet 5.5' },
    created_at: {
      type: 'string',
      format: 'date-time',
      description: "The day of the model's release; where that is not known, of the catalogue that lists it.",
    },
    max_input_tokens: { type: 'integer' },
    max_tokens: { type: 'integer' },
    capabilities: { type: 'object', nullable: true },
    lifecycle: { type: 'string', enum: ['active', 'deprecated'] },
    line: { type: 'string', nullable: true },
    deprecated_at: { type: 'string', nullable: true },
    retires_at: { type: 'string', nullable: true },
  },
};

const OPENAI_MODEL = {
  type: 'object',
  required: ['id', 'object', 'created', 'owned_by'],
  properties: {
    id: { type: 'string', example: 'vendorb/gpt-4o-mini' },
    object: { type: 'string', enum: ['model'] },
    created: {
      type: 'integer',
      description:
        "The day of the model's release; where that is not known, of the catalogue that lists it. For a model of your own, when its endpoint was registered.",
    },
    owned_by: { type: 'string' },
  },
};

const KEY_ERRORS = {
  401: KEY_CODES,
  429: 'rate_limit_exceeded',
  503: 'database_unavailable',
};

/** `GET /api/v1/models` */
export function DocumentMessagesModels(): MethodDecorator {
  return applyDecorators(
    ...common("Models of the Messages API, in provider A's list shape"),
    DescribeProviderAPage(),
    ApiResponse({
      status: 200,
      description: 'What this project may call with the Messages API now.',
      headers: LIMIT_HEADERS,
      schema: {
        type: 'object',
        required: ['data', 'has_more', 'first_id', 'last_id'],
        properties: {
          data: { type: 'array', items: ANTHROPIC_MODEL },
          has_more: { type: 'boolean', description: 'In the direction walked.' },
          first_id: { type: 'string', nullable: true },
          last_id: { type: 'string', nullable: true },
        },
      },
    }),
    ...anthropicErrorResponses({ 400: 'invalid_request', ...KEY_ERRORS }),
  );
}

/** `GET /api/v1/models/{id}` */
export function DocumentMessagesModel(): MethodDecorator {
  return applyDecorators(
    ...common("One model of the Messages API, in provider A's shape"),
    ...modelParameters(),
    ApiResponse({ status: 200, description: 'The model.', headers: LIMIT_HEADERS, schema: ANTHROPIC_MODEL }),
    ...anthropicErrorResponses({ ...KEY_ERRORS, 404: 'model_not_found' }),
  );
}

/** `GET /api/v1/openai/models`, and the same under `/api/v1/route` */
export function DocumentOpenAiModels(): MethodDecorator {
  return applyDecorators(
    ...common('Models of chat completions and embeddings, in the OpenAI list shape'),
    ApiResponse({
      status: 200,
      description:
        "What this project may call now: `auto` where a router serves it, the catalogue's models, then those on its own registered endpoints. The last of the catalogue's run only on the Responses API. Marketplace ids outside the catalogue can be called, but are not listed.",
      headers: LIMIT_HEADERS,
      schema: {
        type: 'object',
        required: ['object', 'data'],
        properties: {
          object: { type: 'string', enum: ['list'] },
          data: { type: 'array', items: OPENAI_MODEL },
        },
      },
    }),
    ...errorResponses(KEY_ERRORS),
  );
}

/** `GET /api/v1/openai/models/{id}`, and the same under `/api/v1/route` */
export function DocumentOpenAiModel(): MethodDecorator {
  return applyDecorators(
    ...common('One model, in the OpenAI shape'),
    ...modelParameters(),
    ApiResponse({ status: 200, description: 'The model.', headers: LIMIT_HEADERS, schema: OPENAI_MODEL }),
    ...errorResponses({ ...KEY_ERRORS, 404: 'model_not_found' }),
  );
}

function common(summary: string): MethodDecorator[] {
  return [ApiTags('Models'), ApiSecurity('apiKey'), ApiSecurity('bearer'), ApiOperation({ summary })];
}

/** The path without an organization has no such parameter; the document lists both forms. */
function modelParameters(): MethodDecorator[] {
  return [ApiParam({ name: 'id', type: String, description: 'An id in any spelling that a call may use.' })];
}
