import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { KEY_CODES } from '../../error-answers/refusal-codes.js';
import { flag, orNull, shape, text, type SchemaObject } from '../../http/openapi/openapi-shapes.js';
import { DEFAULT_ITEM_LIMIT, MAX_ITEM_LIMIT } from './read-item-query.js';

const anyObject: SchemaObject = { type: 'object', additionalProperties: true };

const responseSchema: SchemaObject = {
  type: 'object',
  description: "The response object as it was answered, in OpenAI's shape.",
  required: ['id', 'object', 'status', 'model', 'output'],
  properties: {
    id: text('resp_…'),
    object: text('response'),
    created_at: { type: 'integer', description: 'Unix seconds.' },
    status: { type: 'string', enum: ['completed', 'incomplete'] },
    model: text('vendorb/gpt-6.1-terra'),
    output: { type: 'array', items: anyObject },
    usage: { type: 'object', additionalProperties: true, description: 'With `cost` in USD.' },
  },
  additionalProperties: true,
};

const itemsSchema = shape({
  object: text('list'),
  data: { type: 'array', items: anyObject },
  first_id: orNull(text('msg_…')),
  last_id: orNull(text('msg_…')),
  has_more: flag,
});

const INCLUDE = ApiQuery({
  name: 'include[]',
  required: false,
  schema: { type: 'array', items: { type: 'string' } },
  description: '`reasoning.encrypted_content` shows what reasoning items hold for a later request.',
});

function DocumentStored(
  summary: string,
  schema: SchemaObject,
  { refusals = {}, more = [] }: { refusals?: Record<number, string>; more?: MethodDecorator[] },
): MethodDecorator {
  return applyDecorators(
    ApiTags('Responses'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiOperation({
      summary,
      description:
        'Responses are kept for `RESPONSE_RETENTION` unless the request, the project or the organization says otherwise. Free of charge; takes from the bucket of routing decisions.',
    }),
    ApiParam({ name: 'id', schema: text('resp_…') }),
    ...more,
    ApiResponse({ status: 200, schema }),
    ...errorResponses({
      ...refusals,
      401: KEY_CODES,
      404: 'response_not_found',
      429: 'rate_limit_exceeded',
      503: 'database_unavailable',
    }),
  );
}

export const DocumentRead = (): MethodDecorator =>
  DocumentStored('A kept response', responseSchema, {
    refusals: { 400: 'unsupported_parameter', 500: 'response_unreadable' },
    more: [INCLUDE],
  });

export const DocumentDelete = (): MethodDecorator =>
  DocumentStored(
    'Delete a kept response, its input and its output',
    shape({ id: text('resp_…'), object: text('response'), deleted: flag }),
    {},
  );

export const DocumentInputItems = (): MethodDecorator =>
  DocumentStored("The items of a kept response's own input", itemsSchema, {
    refusals: { 400: 'invalid_request', 500: 'response_unreadable' },
    more: [
      ApiQuery({
        name: 'limit',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: MAX_ITEM_LIMIT, default: DEFAULT_ITEM_LIMIT },
      }),
      ApiQuery({
        name: 'order',
        required: false,
        schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
      }),
      ApiQuery({ name: 'after', required: false, schema: { type: 'string' } }),
      INCLUDE,
    ],
  });
