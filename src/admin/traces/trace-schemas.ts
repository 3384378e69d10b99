import {
  count,
  flag,
  listOf,
  named,
  oneOfWords,
  open,
  orNull,
  shape,
  text,
  time,
} from '../../http/openapi/openapi-shapes.js';
import { adminCallSchema } from '../calls/call-schema.js';
import { TRACE_STATUSES } from '../../traces/storage/trace-store.js';

const milliseconds = { type: 'number', description: 'Milliseconds.' };
const nanoTime = { ...time, description: 'Up to nanoseconds.' };
const cost = orNull({ type: 'number', description: 'USD; null when no span tells a cost.' });
const status = oneOfWords(...TRACE_STATUSES);

const summary = {
  root_name: { ...text(), description: 'Of the root; of the earliest span while there is none.' },
  service: orNull(text()),
  started_at: nanoTime,
  duration_ms: milliseconds,
  span_count: count,
  models: listOf(text()),
  input_tokens: {
    ...count,
    description: "The larger of what the caller's spans sum up to and what the gateway metered.",
  },
  output_tokens: count,
  cost_usd: cost,
  status,
};

export const traceSchema = named('Trace', shape({ trace_id: text(), ...summary }));

const spanSchema = named(
  'Span',
  shape({
    span_id: text(),
    parent_span_id: orNull(text()),
    name: text(),
    kind: oneOfWords('unspecified', 'internal', 'server', 'client', 'producer', 'consumer'),
    started_at: nanoTime,
    ended_at: nanoTime,
    duration_ms: milliseconds,
    service: orNull(text()),
    model: orNull(text()),
    input_tokens: orNull(count),
    output_tokens: orNull(count),
    cost_usd: cost,
    attributes: open,
    events: listOf(shape({ time: nanoTime, name: text(), attributes: open })),
    links: listOf(shape({ trace_id: text(), span_id: text(), attributes: open })),
    status: shape({ code: status, message: orNull(text()) }),
    scope: orNull(shape({ name: text(), version: text() })),
    resource: open,
  }),
);

/** Of a trace that only calls carry, nothing is known that spans would tell. */
export const traceDetailSchema = named(
  'TraceDetail',
  shape(
    {
      trace_id: text(),
      truncated: { ...flag, description: 'There are more spans than are shown.' },
      spans: listOf(spanSchema),
      calls: listOf(adminCallSchema),
    },
    summary,
  ),
);
