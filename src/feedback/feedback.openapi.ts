import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_TIME_CODES, KEY_CODES } from '../error-answers/refusal-codes.js';

/** The OpenAPI description of `POST /api/v1/feedback`. */
export function DocumentFeedback(): MethodDecorator {
  return applyDecorators(
    ApiTags('Inference'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiOperation({
      summary: "Judge a call's task",
      description:
        "Says whether a call's answer was good. The verdict counts for the record of the call's task group and the model that answered; it outranks every other judgement of the task, and feedback given again replaces the former. A call without a task group has nothing to judge: `judged` is false and `reason` says why. Free of charge; takes from the bucket of routing decisions.",
    }),
    ApiBody({
      schema: {
        type: 'object',
        required: ['call_id', 'success'],
        additionalProperties: false,
        properties: {
          call_id: { type: 'string', example: 'call_01hf…' },
          success: { type: 'boolean' },
          note: { type: 'string', nullable: true, maxLength: 2_000, example: 'The currency was wrong.' },
        },
      },
    }),
    ApiResponse({
      status: 200,
      schema: {
        type: 'object',
        required: ['object', 'call_id', 'success', 'judged'],
        properties: {
          object: { type: 'string', enum: ['feedback'] },
          call_id: { type: 'string' },
          success: { type: 'boolean' },
          judged: { type: 'boolean' },
          group_id: { type: 'string', description: 'When judged.' },
          model: { type: 'string', description: 'When judged: whose answer it was.' },
          reason: { type: 'string', description: 'When not judged.' },
        },
      },
    }),
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_content_encoding',
      401: KEY_CODES,
      404: 'call_not_found',
      408: BODY_TIME_CODES,
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      429: 'rate_limit_exceeded',
      503: 'database_unavailable, body_memory_full',
    }),
  );
}
