import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { BODY_FORM_CODES, BODY_TIME_CODES, KEY_CODES } from '../../error-answers/refusal-codes.js';
import { LIMIT_HEADERS } from '../../surface/openapi-headers.js';

/** The OpenAPI description of `POST /api/v1/route/batches/uploads`. */
export function DocumentCreateUpload(): MethodDecorator {
  return applyDecorators(
    ApiTags('Batches'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiOperation({
      summary: 'Ask for an address to upload a large submission to',
      description:
        'For submissions over 4 MB: `PUT` the submission (a JSON object with `requests`, at most 256 MB) to `upload_url`, then submit `{"input_object": object}`. The address needs no API key, takes one body, and is good for 2 hours; the object is kept for 48 hours after this call. Where the service keeps its objects in a bucket, `upload_url` leads straight into it, and the `PUT` answers as the bucket does.',
    }),
    ApiBody({ required: false, schema: { type: 'object', description: 'Nothing is read from it.' } }),
    ApiResponse({
      status: 201,
      headers: LIMIT_HEADERS,
      schema: {
        type: 'object',
        required: ['object', 'upload_url', 'expires_in_seconds'],
        properties: {
          object: { type: 'string', description: 'For `input_object`.', example: 'upl_01hf…' },
          upload_url: { type: 'string', format: 'uri', description: 'Absolute and signed.' },
          expires_in_seconds: { type: 'integer', example: 7_200 },
        },
      },
    }),
    ...errorResponses({
      401: KEY_CODES,
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      429: 'rate_limit_exceeded',
      503: 'database_unavailable, storage_unavailable',
    }),
  );
}

/** The OpenAPI description of `PUT` to the address that was given. */
export function DocumentPutUpload(): MethodDecorator {
  return applyDecorators(
    ApiTags('Batches'),
    ApiSecurity('uploadSignature'),
    ApiOperation({
      summary: 'Upload a submission',
      description:
        'The address as `upload_url` gave it; no API key. The body may be compressed. One body is taken: the first that is complete, and an upload that breaks off can be repeated. The body is checked when it is submitted.',
    }),
    ApiParam({
      name: 'object',
      schema: { type: 'string' },
      description: 'The `object` that the address was given with.',
    }),
    ApiQuery({ name: 'expires', schema: { type: 'integer' }, description: 'Unix seconds.' }),
    ApiBody({
      schema: {
        type: 'object',
        description: 'A batch submission. 256 MB at most.',
        required: ['requests'],
        properties: { requests: { type: 'array', items: { type: 'object' } } },
        example: {
          requests: [
            {
              custom_id: 'first',
              body: { model: 'vendorb/gpt-6.1-terra', messages: [{ role: 'user', content: 'Hi' }] },
            },
          ],
        },
      },
    }),
    ApiResponse({
      status: 200,
      schema: {
        type: 'object',
        required: ['object', 'bytes', 'sha256'],
        properties: {
          object: { type: 'string' },
          bytes: { type: 'integer', description: 'Size of the body, after decompression.' },
          sha256: { type: 'string', description: 'Its digest, lower-case hex.' },
        },
      },
    }),
    ...errorResponses({
      400: 'empty_body, invalid_content_encoding',
      403: 'invalid_upload_signature, upload_url_expired',
      404: 'unknown_upload',
      408: BODY_TIME_CODES,
      409: 'upload_already_used, upload_in_progress',
      413: 'request_too_large',
      415: BODY_FORM_CODES,
      503: 'database_unavailable, storage_unavailable, shutting_down',
    }),
  );
}
