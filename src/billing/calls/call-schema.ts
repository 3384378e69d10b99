import {
  count,
  flag,
  listOf,
  named,
  oneOfWords,
  orNull,
  shape,
  text,
  time,
  usd,
} from '../../http/openapi/openapi-shapes.js';
import { SURFACES } from './call-record.js';

const milliseconds = { type: 'number' };

/** Counts that are nothing are left out, but for those that every answer has. */
const tokenUsageSchema = named(
  'TokenUsage',
  shape(
    {
      input_tokens: { ...count, description: 'Neither read from a cache nor written to one.' },
      output_tokens: count,
    },
    {
      cache_read_tokens: count,
      cache_write_5m_tokens: count,
      cache_write_1h_tokens: count,
      reasoning_tokens: { ...count, description: 'Part of `output_tokens`.' },
      web_search_requests: count,
      served_fast: flag,
      estimated: { ...flag, description: 'The provider reported none: counted from the texts.' },
    },
  ),
);

const attemptSchema = named(
  'Attempt',
  shape({
    model: text(),
    provider: text(),
    account: {
      ...orNull(text('default')),
      description:
        "Which of the service's accounts at the provider; null for endpoints, and before 2026-11-30.",
    },
    status: { ...count, description: '0 when the provider never answered.' },
    retry_reason: orNull(text('thinking-disabled')),
    usage: orNull(tokenUsageSchema),
    cost_usd: orNull(usd),
    billed: flag,
    started_at: orNull(time),
    duration_ms: milliseconds,
  }),
);

export const callMembers = {
  id: text('call_…'),
  created_at: time,
  surface: oneOfWords(...SURFACES),
  stream: flag,
  status: { ...count, description: 'What the caller saw; 499 for a caller that left.' },
  key_id: text('key_…'),
  tier: orNull(text()),
  router_id: orNull(text()),
  group_id: orNull(text()),
  batch_id: { ...orNull(text('batch_…')), description: 'Null for live calls.' },
  requested_model: text(),
  decided_model: orNull(text()),
  served_model: orNull(text()),
  requests: { ...count, description: 'More than 1 for a batch, which has one row a model.' },
  usage: orNull(tokenUsageSchema),
  cost_usd: orNull(usd),
  billed_usd: usd,
  reasons: listOf(text()),
  cache: {
    ...orNull(oneOfWords('hit')),
    description: '`hit`: the answer was in the exact cache (`x-svc-cache`), and no model was asked.',
  },
  decided_by: {
    ...orNull(
      named(
        'DecidedBy',
        shape({
          kind: oneOfWords('conversation', 'machine'),
          complexity: { ...orNull({ type: 'number' }), description: '0 to 1; conversations are not scored.' },
          threshold: { type: 'number', description: 'Of the router: harder than it counts as hard.' },
          considered: {
            ...listOf(text()),
            description: 'Models that could have served, the chosen one first.',
          },
        }),
      ),
    ),
    description: "What a router's decision went by; null where no router decided, and of older calls.",
  },
  attempts: listOf(attemptSchema),
  timings: shape({
    gateway_ms: milliseconds,
    upstream_ms: milliseconds,
    first_byte_ms: orNull(milliseconds),
  }),
  trace_id: orNull(text()),
  response_id: {
    ...orNull(text('chatcmpl-…')),
    description: 'The `id` of the answer as the caller saw it; null for embeddings, batches and errors.',
  },
  tags: {
    ...listOf(text()),
    description: 'What the caller said in `x-svc-tags`; empty where he said nothing.',
  },
  end_user: {
    ...orNull(text()),
    description:
      'Whom the call is for: `x-svc-user`, or what the body says (`user`, `safety_identifier`; `metadata.user_id` of a Messages body).',
  },
  session_id: orNull(text()),
  metadata: {
    ...orNull({ type: 'object', additionalProperties: { type: 'string' } }),
    description: 'Of an OpenAI body, as it was sent.',
  },
};

/** A call as its own project's keys see it. */
export const callSchema = named('OwnCall', shape(callMembers));
