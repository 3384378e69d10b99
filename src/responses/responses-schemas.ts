import type { ApiResponseSchemaHost } from '@nestjs/swagger';

type SchemaObject = Exclude<ApiResponseSchemaHost['schema'], { $ref: string }>;

const anything: SchemaObject = { type: 'object', additionalProperties: true };

const item: SchemaObject = {
  type: 'object',
  description:
    'A message, `reasoning`, `function_call`, `function_call_output`, `custom_tool_call`, `item_reference`, …; an entry with a `role` and no `type` is a message.',
  properties: {
    type: { type: 'string', example: 'message' },
    id: { type: 'string' },
    role: { type: 'string', enum: ['user', 'assistant', 'system', 'developer'] },
    content: {
      oneOf: [
        { type: 'string' },
        {
          type: 'array',
          items: { type: 'object', properties: { type: { type: 'string' } }, additionalProperties: true },
        },
      ],
    },
  },
  additionalProperties: true,
};

const usage: SchemaObject = {
  type: 'object',
  nullable: true,
  properties: {
    input_tokens: { type: 'integer', description: 'Cached and written tokens included.' },
    input_tokens_details: {
      type: 'object',
      properties: { cached_tokens: { type: 'integer' }, cache_write_tokens: { type: 'integer' } },
      additionalProperties: true,
    },
    output_tokens: { type: 'integer', description: 'Reasoning included.' },
    output_tokens_details: {
      type: 'object',
      properties: { reasoning_tokens: { type: 'integer' } },
      additionalProperties: true,
    },
    total_tokens: { type: 'integer' },
    cost: {
      type: 'number',
      description:
        'USD billed for the call. Left out for a model without a known price; 0 on a registered endpoint.',
    },
  },
  additionalProperties: true,
};

/** The fields that are taken; others are refused by name. */
export const responsesRequestSchema: SchemaObject = {
  type: 'object',
  properties: {
    model: {
      type: 'string',
      description:
        'A model id (`vendora/…`, `vendorb/…`, `<org>/<model>`, bare ids), or `auto`. Models that run only on the Responses API serve here.',
      example: 'auto',
    },
    input: {
      description: 'A text, or items. May be absent with `previous_response_id`.',
      oneOf: [{ type: 'string' }, { type: 'array', items: item }],
    },
    instructions: {
      type: 'string',
      nullable: true,
      description: 'Not carried over by `previous_response_id`.',
    },
    previous_response_id: {
      type: 'string',
      nullable: true,
      description: 'A response of this project that was kept: its conversation goes on.',
    },
    store: {
      type: 'boolean',
      nullable: true,
      default: true,
      description:
        'Whether the response is kept for `previous_response_id`, `item_reference` and reading. Nothing is kept where the project or its organization keeps nothing; the answer says so.',
    },
    stream: { type: 'boolean', nullable: true, default: false },
    include: {
      type: 'array',
      nullable: true,
      items: { type: 'string', example: 'reasoning.encrypted_content' },
    },
    tools: {
      type: 'array',
      nullable: true,
      description:
        '`function` and `custom` on every model, `namespace` too; `web_search` on provider B, elsewhere it is left out; other hosted tools are refused.',
      items: {
        type: 'object',
        properties: { type: { type: 'string', example: 'function' } },
        additionalProperties: true,
      },
    },
    tool_choice: { oneOf: [{ type: 'string', enum: ['auto', 'none', 'required'] }, anything] },
    parallel_tool_calls: { type: 'boolean', nullable: true },
    max_tool_calls: { type: 'integer', nullable: true },
    max_output_tokens: { type: 'integer', minimum: 1, nullable: true, description: 'Reasoning included.' },
    text: {
      type: 'object',
      nullable: true,
      properties: {
        format: {
          type: 'object',
          properties: { type: { type: 'string', enum: ['text', 'json_object', 'json_schema'] } },
          additionalProperties: true,
        },
        verbosity: { type: 'string', enum: ['low', 'medium', 'high'] },
      },
    },
    reasoning: {
      type: 'object',
      nullable: true,
      properties: {
        effort: { type: 'string', enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] },
        summary: { type: 'string', enum: ['auto', 'concise', 'detailed'] },
      },
      additionalProperties: true,
    },
    temperature: { type: 'number', nullable: true },
    top_p: { type: 'number', nullable: true },
    truncation: {
      type: 'string',
      enum: ['auto', 'disabled'],
      nullable: true,
      description: '`auto` on provider B alone.',
    },
    metadata: { ...anything, nullable: true },
    user: { type: 'string', nullable: true },
    safety_identifier: { type: 'string', nullable: true },
    prompt_cache_key: { type: 'string', nullable: true },
    service_tier: { type: 'string', enum: ['auto', 'default'], nullable: true },
  },
  additionalProperties: true,
  example: { model: 'auto', input: 'Say hello in one word.' },
};

export const responseSchema: SchemaObject = {
  type: 'object',
  properties: {
    id: { type: 'string', example: 'resp_01k…' },
    object: { type: 'string', enum: ['response'] },
    created_at: { type: 'integer' },
    completed_at: { type: 'integer', nullable: true },
    status: { type: 'string', enum: ['completed', 'incomplete', 'failed', 'in_progress'] },
    error: {
      type: 'object',
      nullable: true,
      properties: { code: { type: 'string' }, message: { type: 'string' } },
    },
    incomplete_details: {
      type: 'object',
      nullable: true,
      properties: { reason: { type: 'string', enum: ['max_output_tokens', 'content_filter'] } },
    },
    model: { type: 'string' },
    output: { type: 'array', items: item },
    previous_response_id: { type: 'string', nullable: true },
    store: { type: 'boolean', description: 'Whether it is kept.' },
    usage,
  },
  additionalProperties: true,
};

export const responseEventSchema: SchemaObject = {
  type: 'object',
  description:
    "One event: `response.created`, `response.in_progress`, `response.output_item.added`, `response.output_text.delta`, …, in OpenAI's grammar. The last one is `response.completed`, `.incomplete` or `.failed`, with `usage` and its `cost`. A comment comes at least every 15 s; there is no `[DONE]`.",
  properties: {
    type: { type: 'string', example: 'response.output_text.delta' },
    sequence_number: { type: 'integer' },
  },
  additionalProperties: true,
};
