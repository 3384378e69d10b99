import { UPSTREAM_IDS } from '../../catalog/catalog-model.js';
import {
  count,
  flag,
  listOf,
  named,
  oneOfWords,
  orNull,
  shape,
  text,
} from '../../http/openapi/openapi-shapes.js';

const state = oneOfWords('up', 'down');

export const statusSchema = named(
  'Status',
  shape({
    object: oneOfWords('status'),
    version: text('1.0.0'),
    uptime_s: { ...count, description: 'Of the process that answers.' },
    processes: {
      ...listOf(shape({ id: text('prc_…'), self: flag })),
      description:
        'Those that share the database and have had to do with money; a dead one is gone after 15 s.',
    },
    database: shape({
      state,
      version: orNull(text('18.1')),
      latency_ms: orNull({ type: 'number' }),
      changes_heard: { ...flag, description: 'Whether changes of other processes reach this one.' },
    }),
    queue: shape({ kind: oneOfWords('redis', 'process'), state }),
    traces: shape({ store: oneOfWords('postgres', 'clickhouse'), state }),
    providers: listOf(
      shape({
        provider: oneOfWords(...UPSTREAM_IDS),
        configured: { ...flag, description: 'Whether there is an account.' },
        simulated: flag,
      }),
    ),
  }),
);
