import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { moneyFigures } from './money-figures.js';

const errorSchema = (status: number) =>
  ({
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['message', 'type', 'code', 'param'],
        properties: {
          message: { type: 'string', description: 'What was wrong, where, and the way out.' },
          type: { type: 'string' },
          code: { type: 'string', description: 'Stable.' },
          param: { type: 'string', nullable: true, description: 'The field at fault.' },
          ...moneyFigures(status),
        },
      },
    },
  }) satisfies NonNullable<Extract<ApiResponseOptions, { schema: unknown }>['schema']>;

/** Responses of an OpenAI-style surface: status to the `code` values it may carry. */
export function errorResponses(codesByStatus: Readonly<Record<number, string>>): MethodDecorator[] {
  return Object.entries(codesByStatus).map(([status, codes]) =>
    ApiResponse({
      status: Number(status),
      description: `\`code\`: ${codes}.`,
      schema: errorSchema(Number(status)),
    }),
  );
}
