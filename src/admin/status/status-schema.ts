import { count, flag, orNull, shape, text, type SchemaObject } from '../../http/envelopes/openapi-shapes.js';

const state: SchemaObject = { type: 'string', enum: ['up', 'down'] };

export const statusSchema = shape({
  object: text('status'),
  version: text('1.0.0'),
  uptime_s: { ...count, description: 'Of the process that answers.' },
  processes: {
    type: 'array',
    description:
      'Those that share the database and have had to do with money; a dead one is gone after 15 s.',
    items: shape({ id: text('prc_…'), self: flag }),
  },
  database: shape({
    state,
    version: orNull(text('18.1')),
    latency_ms: orNull({ type: 'number' }),
    changes_heard: { ...flag, description: 'Whether changes of other processes reach this one.' },
  }),
  queue: shape({ kind: { type: 'string', enum: ['redis', 'process'] }, state }),
  providers: {
    type: 'array',
    items: shape({
      provider: { type: 'string', enum: ['provider_a', 'provider_b', 'marketplace', 'hosted'] },
      configured: { ...flag, description: 'Whether there is an account.' },
      simulated: flag,
    }),
  },
});
