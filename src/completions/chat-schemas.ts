import { named, type SchemaObject } from '../http/openapi/openapi-shapes.js';

const message: SchemaObject = {
  type: 'object',
  required: ['role'],
  properties: {
    role: { type: 'string', enum: ['system', 'developer', 'user', 'assistant', 'tool', 'function'] },
    content: {
      nullable: true,
      oneOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            properties: { type: { type: 'string', example: 'text' } },
            additionalProperties: true,
          },
        },
      ],
    },
    tool_calls: { type: 'array', items: { type: 'object', additionalProperties: true } },
    tool_call_id: { type: 'string' },
  },
  additionalProperties: true,
};

const usage: SchemaObject = {
  type: 'object',
  properties: {
    prompt_tokens: { type: 'integer', description: 'Cached tokens included.' },
    completion_tokens: { type: 'integer' },
    total_tokens: { type: 'integer' },
    prompt_tokens_details: {
      type: 'object',
      properties: { cached_tokens: { type: 'integer' } },
      additionalProperties: true,
    },
    cost: {
      type: 'number',
      description:
        'USD billed for the call. Left out for a model without a known price; 0 on a registered endpoint.',
    },
  },
  additionalProperties: true,
};

/** What we read of a request; everything else of OpenAI's body is forwarded. */
export const chatRequestSchema: SchemaObject = {
  type: 'object',
  required: ['messages'],
  properties: {
    model: {
      type: 'string',
      description: 'A model id (`vendora/…`, `vendorb/…`, `<org>/<model>`, bare ids), or `auto`.',
      example: 'auto',
    },
    messages: { type: 'array', minItems: 1, items: message },
    stream: { type: 'boolean', default: false },
    max_tokens: { type: 'integer', minimum: 1 },
    max_completion_tokens: { type: 'integer', minimum: 1 },
    tools: { type: 'array', items: { type: 'object', additionalProperties: true } },
    tool_choice: {
      oneOf: [
        { type: 'string', enum: ['auto', 'none', 'required'] },
        { type: 'object', additionalProperties: true },
      ],
    },
    response_format: { type: 'object', additionalProperties: true },
    reasoning_effort: { type: 'string', enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] },
    provider: {
      type: 'object',
      description: 'Marketplace preferences, forwarded untouched.',
      additionalProperties: true,
    },
    session_id: { type: 'string', maxLength: 200 },
  },
  additionalProperties: true,
  example: { model: 'auto', messages: [{ role: 'user', content: 'Say hello in one word.' }] },
};

export const chatCompletionSchema = named('ChatCompletion', {
  type: 'object',
  properties: {
    id: { type: 'string' },
    object: { type: 'string', example: 'chat.completion' },
    created: { type: 'integer' },
    model: { type: 'string' },
    choices: {
      type: 'array',
      items: {
        type: 'object',
        properties: { index: { type: 'integer' }, message, finish_reason: { type: 'string' } },
        additionalProperties: true,
      },
    },
    usage,
  },
  additionalProperties: true,
});

export const chatCompletionChunkSchema = named('ChatCompletionChunk', {
  type: 'object',
  description: 'One `data:` line of the stream. The last one before `[DONE]` carries `usage` with `cost`.',
  properties: {
    id: { type: 'string' },
    object: { type: 'string', example: 'chat.completion.chunk' },
    choices: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          index: { type: 'integer' },
          delta: message,
          finish_reason: { type: 'string', nullable: true },
        },
      },
    },
    usage,
  },
  additionalProperties: true,
});
