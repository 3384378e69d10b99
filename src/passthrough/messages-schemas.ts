import type { ApiBodyOptions } from '@nestjs/swagger';

type Schema = NonNullable<Extract<ApiBodyOptions, { schema: unknown }>['schema']>;

const PROMPT = {
  model: { type: 'string', example: 'vendora/claude-sonnet-5-5' },
  messages: { type: 'array', items: { type: 'object', additionalProperties: true } },
  system: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }] },
  tools: {
    type: 'array',
    description: 'Custom tools, `web_search_<date>` and `web_fetch_<date>`.',
    items: { type: 'object', additionalProperties: true },
  },
} as const satisfies Record<string, Schema>;

/** Only what the gateway reads; every other member goes up as it is. */
export const messagesRequestSchema: Schema = {
  type: 'object',
  required: ['model', 'messages', 'max_tokens'],
  additionalProperties: true,
  properties: {
    ...PROMPT,
    max_tokens: { type: 'integer', minimum: 1 },
    stream: { type: 'boolean', default: false },
  },
  example: {
    model: 'vendora/claude-sonnet-5-5',
    max_tokens: 256,
    messages: [{ role: 'user', content: 'Say hello in one sentence.' }],
  },
};

export const countTokensRequestSchema: Schema = {
  type: 'object',
  required: ['model', 'messages'],
  additionalProperties: true,
  properties: PROMPT,
  example: {
    model: 'vendora/claude-sonnet-5-5',
    messages: [{ role: 'user', content: 'Say hello in one sentence.' }],
  },
};

export const messageSchema: Schema = {
  type: 'object',
  additionalProperties: true,
  properties: {
    id: { type: 'string' },
    type: { type: 'string', enum: ['message'] },
    role: { type: 'string', enum: ['assistant'] },
    model: { type: 'string' },
    content: { type: 'array', items: { type: 'object', additionalProperties: true } },
    stop_reason: { type: 'string', nullable: true },
    usage: { type: 'object', additionalProperties: true },
  },
};
