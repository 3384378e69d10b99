import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_TIME_CODES, KEY_CODES } from '../error-answers/refusal-codes.js';
import { readRefusals } from '../surface/describe-reads.js';
import { routesOf } from '../surface/describe-route.js';
import { LIMIT_HEADERS } from '../surface/openapi-headers.js';
import { fileSchema, listOf } from './openai-schemas.js';

const READ_ERRORS = readRefusals('file_not_found');

const describe = routesOf('OpenAI batches');

const idParam = ApiParam({ name: 'id', description: 'The id of the file.' });
const fileAnswer = ApiResponse({ status: 200, headers: LIMIT_HEADERS, schema: fileSchema });

/** The OpenAPI description of `POST /api/v1/openai/files`. */
export function DocumentFileUpload(): MethodDecorator {
  return applyDecorators(
    describe(
      'Upload a file for a batch',
      "OpenAI's file upload, for batches: up to 256 MB of JSON lines, each `{custom_id, method, url, body}`. Its parts come in any order. Kept 30 days, or as `expires_after` says. Counts to the limit of batch submissions.",
    ),
    ApiConsumes('multipart/form-data'),
    ApiBody({
      schema: {
        type: 'object',
        required: ['purpose', 'file'],
        properties: {
          purpose: { type: 'string', enum: ['batch'] },
          file: { type: 'string', format: 'binary' },
          'expires_after[anchor]': { type: 'string', enum: ['created_at'] },
          'expires_after[seconds]': { type: 'integer', minimum: 3_600, maximum: 2_592_000 },
        },
      },
    }),
    fileAnswer,
    ...errorResponses({
      400: 'invalid_multipart, missing_required_parameter, invalid_value, invalid_request, invalid_content_encoding',
      401: KEY_CODES,
      408: `request_timeout, ${BODY_TIME_CODES}`,
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      429: 'rate_limit_exceeded',
      503: 'shutting_down, database_unavailable, storage_unavailable',
    }),
  );
}

/** The OpenAPI description of `GET /api/v1/openai/files`. */
export function DocumentFileList(): MethodDecorator {
  return applyDecorators(
    describe(
      'List files',
      'What was uploaded for batches, and the results of batches that have ended, wherever they were made.',
    ),
    ApiQuery({
      name: 'purpose',
      required: false,
      schema: { type: 'string', enum: ['batch', 'batch_output'] },
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 10_000 },
    }),
    ApiQuery({
      name: 'order',
      required: false,
      schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    }),
    ApiQuery({ name: 'after', required: false, type: String, description: 'The files behind this id.' }),
    ApiResponse({ status: 200, headers: LIMIT_HEADERS, schema: listOf(fileSchema) }),
    ...errorResponses({ ...READ_ERRORS, 400: 'invalid_request', 404: 'unknown_path' }),
  );
}

/** The OpenAPI description of `GET /api/v1/openai/files/{id}`. */
export function DocumentFile(): MethodDecorator {
  return applyDecorators(
    describe('Retrieve a file', 'What there is to know of a file, without its bytes.'),
    idParam,
    fileAnswer,
    ...errorResponses(READ_ERRORS),
  );
}

/** The OpenAPI description of `GET /api/v1/openai/files/{id}/content`. */
export function DocumentFileContent(): MethodDecorator {
  return applyDecorators(
    describe(
      'Read a file',
      "The bytes that were uploaded, or results in OpenAI's lines: those of answers in the output file, the others in the error file, with the provider's own `status_code`, `request_id` and `error`.",
    ),
    idParam,
    ApiResponse({
      status: 200,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    }),
    ...errorResponses({
      401: KEY_CODES,
      404: 'file_not_found',
      410: 'batch_results_purged',
      503: 'shutting_down, database_unavailable, storage_unavailable',
    }),
  );
}

/** The OpenAPI description of `DELETE /api/v1/openai/files/{id}`. */
export function DocumentFileDelete(): MethodDecorator {
  return applyDecorators(
    describe(
      'Delete a file',
      'A batch that was made of it goes on. Results stay readable at the other doors of their batch.',
    ),
    idParam,
    ApiResponse({
      status: 200,
      headers: LIMIT_HEADERS,
      schema: {
        type: 'object',
        required: ['id', 'object', 'deleted'],
        properties: {
          id: { type: 'string' },
          object: { type: 'string', enum: ['file'] },
          deleted: { type: 'boolean' },
        },
      },
    }),
    ...errorResponses(READ_ERRORS),
  );
}
