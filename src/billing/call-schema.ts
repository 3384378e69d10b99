import { count, flag, orNull, shape, text, time, usd } from '../http/envelopes/openapi-shapes.js';

/** A call as every API shows it. */
export const callSchema = shape({
  id: text('call_…'),
  created_at: time,
  surface: text('chat'),
  stream: flag,
  status: count,
  key_id: text('key_…'),
  tier: orNull(text()),
  router_id: orNull(text()),
  group_id: orNull(text()),
  requested_model: text(),
  decided_model: orNull(text()),
  served_model: orNull(text()),
  requests: { ...count, description: 'More than 1 for a batch, which has one row a model.' },
  usage: orNull({ type: 'object', additionalProperties: true }),
  cost_usd: orNull(usd),
  billed_usd: usd,
  reasons: { type: 'array', items: text() },
  attempts: {
    type: 'array',
    items: shape({
      model: text(),
      provider: text(),
      status: { type: 'integer', description: '0 when the provider never answered.' },
      retry_reason: orNull(text('thinking-disabled')),
      usage: orNull({ type: 'object', additionalProperties: true }),
      cost_usd: orNull(usd),
      billed: flag,
      started_at: orNull(time),
      duration_ms: { type: 'number' },
    }),
  },
  timings: shape({
    gateway_ms: { type: 'number' },
    upstream_ms: { type: 'number' },
    first_byte_ms: orNull({ type: 'number' }),
  }),
  trace_id: orNull(text()),
  response_id: {
    ...orNull(text('chatcmpl-…')),
    description: 'The `id` of the answer as the caller saw it; null for embeddings, batches and errors.',
  },
});
