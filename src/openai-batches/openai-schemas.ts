/** OpenAI's objects, for the OpenAPI document. */

const nullableTime = { type: 'integer' as const, nullable: true, description: 'Unix seconds.' };
const nullableText = { type: 'string' as const, nullable: true };

export const fileSchema = {
  type: 'object' as const,
  required: ['id', 'object', 'bytes', 'created_at', 'expires_at', 'filename', 'purpose', 'status'],
  properties: {
    id: { type: 'string' as const, example: 'file-01hf…' },
    object: { type: 'string' as const, enum: ['file'] },
    bytes: { type: 'integer' as const },
    created_at: { type: 'integer' as const, description: 'Unix seconds.' },
    expires_at: { type: 'integer' as const, description: 'Unix seconds; from then on it is unknown.' },
    filename: { type: 'string' as const },
    purpose: { type: 'string' as const, enum: ['batch', 'batch_output'] },
    status: { type: 'string' as const, enum: ['processed'] },
    status_details: nullableText,
  },
};

export const openAiBatchSchema = {
  type: 'object' as const,
  required: [
    'id',
    'object',
    'endpoint',
    'errors',
    'input_file_id',
    'completion_window',
    'status',
    'output_file_id',
    'error_file_id',
    'created_at',
    'request_counts',
    'metadata',
    'svc',
  ],
  properties: {
    id: { type: 'string' as const, example: 'batch_01hf…' },
    object: { type: 'string' as const, enum: ['batch'] },
    endpoint: {
      type: 'string' as const,
      enum: ['/v1/chat/completions', '/v1/responses', '/v1/embeddings', '/v1/messages'],
      description: '`/v1/messages`: a batch of `params`, made elsewhere.',
    },
    errors: {
      type: 'object' as const,
      nullable: true,
      description: 'Of a `failed` batch.',
      properties: {
        object: { type: 'string' as const, enum: ['list'] },
        data: {
          type: 'array' as const,
          items: {
            type: 'object' as const,
            properties: {
              code: {
                type: 'string' as const,
                description:
                  'empty_file, invalid_json_line, line_too_long, missing_required_parameter, invalid_custom_id, duplicate_custom_id, invalid_method, invalid_url, invalid_type, model_not_found, wrong_endpoint, unsupported_tool, batch_too_large, file_not_found, batch_refused, batch_failed, and the codes of the endpoint.',
              },
              message: { type: 'string' as const },
              param: nullableText,
              line: { type: 'integer' as const, nullable: true, description: 'From 1.' },
            },
          },
        },
      },
    },
    input_file_id: { ...nullableText, description: 'Null for a batch that was made elsewhere.' },
    completion_window: { type: 'string' as const, enum: ['24h'] },
    status: {
      type: 'string' as const,
      enum: [
        'validating',
        'in_progress',
        'finalizing',
        'completed',
        'failed',
        'expired',
        'cancelling',
        'cancelled',
      ],
    },
    output_file_id: { ...nullableText, description: 'Null where nothing was answered.' },
    error_file_id: { ...nullableText, description: 'Null where everything was answered.' },
    created_at: { type: 'integer' as const, description: 'Unix seconds.' },
    in_progress_at: nullableTime,
    expires_at: nullableTime,
    finalizing_at: nullableTime,
    completed_at: nullableTime,
    failed_at: nullableTime,
    expired_at: nullableTime,
    cancelling_at: nullableTime,
    cancelled_at: nullableTime,
    request_counts: {
      type: 'object' as const,
      properties: Object.fromEntries(
        ['total', 'completed', 'failed'].map((name) => [name, { type: 'integer' as const }]),
      ),
    },
    metadata: { type: 'object' as const, nullable: true, additionalProperties: { type: 'string' as const } },
    svc: {
      type: 'object' as const,
      description: 'What OpenAI does not tell.',
      properties: {
        estimate_usd: {
          type: 'number' as const,
          description: 'What was reserved for it; 0 while it is validated.',
        },
        cost_usd: {
          type: 'number' as const,
          nullable: true,
          description: 'What was billed; once it has ended.',
        },
      },
    },
  },
};

/** OpenAI's list envelope. */
export function listOf(item: typeof fileSchema | typeof openAiBatchSchema) {
  return {
    type: 'object' as const,
    required: ['object', 'data', 'first_id', 'last_id', 'has_more'],
    properties: {
      object: { type: 'string' as const, enum: ['list'] },
      data: { type: 'array' as const, items: item },
      first_id: nullableText,
      last_id: nullableText,
      has_more: { type: 'boolean' as const },
    },
  };
}
