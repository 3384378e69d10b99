import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_FORM_CODES, BODY_TIME_CODES, KEY_CODES } from '../error-answers/refusal-codes.js';
import { LIMIT_HEADERS } from '../surface/openapi-headers.js';

const DESCRIPTION = `An OTLP/HTTP trace export: JSON, or protobuf, plain or compressed with gzip, deflate or br; 4 MB at most, also after decompression. OpenTelemetry exporters work with the endpoint \`{base_url}/api\`, to which they append \`/v1/traces\`.

A span that cannot be taken is rejected by itself: the answer counts it and says why, naming it by its ids; the spans beside it are kept. A span sent again (same trace and span id) changes nothing. The answer comes when the spans are committed. Spans that start before the retention (30 days) or more than a day ahead are rejected.

\`gen_ai.evaluation.result\` events judge the task of the call that \`gen_ai.response.id\` names: by the \`id\` of its answer, or by the call id. The project's \`trace_content\` says whether message contents are kept. Free of charge.`;

/** The time is the moment of the start: spans older than the retention are rejected. */
const EXAMPLE = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: '5b8efff798038103d269b633813fc60c',
              spanId: 'eee19b7ec3c1b174',
              name: 'checkout',
              startTimeUnixNano: `${Date.now()}000000`,
              endTimeUnixNano: `${Date.now() + 250}000000`,
            },
          ],
        },
      ],
    },
  ],
};

/** The OpenAPI description of `POST /api/v1/traces`. */
export function DocumentTraces(): MethodDecorator {
  return applyDecorators(
    ApiTags('Inference'),
    ApiSecurity('apiKey'),
    ApiSecurity('bearer'),
    ApiOperation({ summary: 'Send OpenTelemetry traces', description: DESCRIPTION }),
    ApiConsumes('application/json', 'application/x-protobuf'),
    ApiBody({
      schema: {
        type: 'object',
        description: 'An `ExportTraceServiceRequest`. Fields that are not known are ignored.',
        additionalProperties: true,
        properties: {
          resourceSpans: { type: 'array', items: { type: 'object', additionalProperties: true } },
        },
        example: EXAMPLE,
      },
    }),
    ApiResponse({
      status: 200,
      description: 'An `ExportTraceServiceResponse` in the encoding of the request.',
      headers: LIMIT_HEADERS,
      schema: {
        type: 'object',
        properties: {
          partialSuccess: {
            type: 'object',
            description: 'Empty when everything was kept.',
            properties: {
              rejectedSpans: { type: 'string', description: 'A 64-bit number as text.', example: '2' },
              errorMessage: {
                type: 'string',
                description: 'Which spans, and why; with 0 rejected a warning.',
              },
            },
          },
        },
      },
    }),
    ...errorResponses({
      400: 'invalid_traces, invalid_content_encoding',
      401: KEY_CODES,
      408: BODY_TIME_CODES,
      413: 'request_too_large',
      415: BODY_FORM_CODES,
      429: 'rate_limit_exceeded',
      503: 'traces_busy, traces_unavailable, database_unavailable',
    }),
  );
}
