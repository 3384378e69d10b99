import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { SchemaObject } from '../../http/openapi/openapi-shapes.js';

/** Documents an answer that is a list as JSON, or the same rows as CSV. */
export function ApiListOrCsv(list: SchemaObject): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'accept',
      required: false,
      description: '`text/csv` for CSV; `format` goes before it.',
    }),
    ApiResponse({
      status: 200,
      content: {
        'application/json': { schema: list },
        'text/csv': {
          schema: {
            type: 'string',
            description:
              'A header line and one line a row (RFC 4180), streamed; amounts are exact decimals. A text that a spreadsheet would run as a formula begins with an apostrophe.',
          },
        },
      },
    }),
  );
}
