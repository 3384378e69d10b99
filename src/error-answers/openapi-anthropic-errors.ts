import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { moneyFigures } from './money-figures.js';

const errorSchema = (status: number) =>
  ({
    type: 'object',
    required: ['type', 'error', 'request_id'],
    properties: {
      type: { type: 'string', enum: ['error'] },
      error: {
        type: 'object',
        required: ['type', 'message'],
        properties: {
          type: { type: 'string', example: 'invalid_request_error' },
          message: { type: 'string', description: 'What was wrong, where (the field), and the way out.' },
          details: {
            type: 'object',
            properties: { error_code: { type: 'string', description: 'Stable.' }, ...moneyFigures(status) },
          },
        },
      },
      request_id: { type: 'string', nullable: true },
    },
  }) satisfies NonNullable<Extract<ApiResponseOptions, { schema: unknown }>['schema']>;

/** Responses in provider A's envelope: status to the `error.details.error_code` values it may carry. */
export function anthropicErrorResponses(codesByStatus: Readonly<Record<number, string>>): MethodDecorator[] {
  return Object.entries(codesByStatus).map(([status, codes]) =>
    ApiResponse({
      status: Number(status),
      description: `\`error.details.error_code\`: ${codes}.`,
      schema: errorSchema(Number(status)),
    }),
  );
}
