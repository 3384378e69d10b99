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
} from '../../http/envelopes/openapi-shapes.js';
import { hourOfCallsSchema } from '../calls/call-schema.js';
import { ATTENTION_KINDS } from './attention.js';

const periodSchema = named(
  'PeriodTotals',
  shape({
    from: time,
    to: time,
    requests: { ...count, description: 'As usage counts: those of batches too.' },
    errors: { ...count, description: 'Live calls with a status of 400 or more.' },
    input_tokens: count,
    output_tokens: count,
    cost_usd: usd,
  }),
);

export const overviewSchema = named(
  'Overview',
  shape({
    object: oneOfWords('overview'),
    project_id: text('prj_…'),
    organization_id: text('org_…'),
    period: periodSchema,
    previous: periodSchema,
    hours: listOf(hourOfCallsSchema),
    models: {
      ...listOf(named('ModelShare', shape({ model: text(), requests: count, cost_usd: usd }))),
      description: 'Those that cost most, at most five.',
    },
    balance_usd: usd,
    reserved_usd: usd,
    pay_as_you_go: flag,
    card_declined_at: orNull(time),
    running_batches: count,
    failed_batches: { ...count, description: 'Of the last 50, those that ended in the period.' },
    open_recommendations: { ...count, description: 'Worked out a minute ago at the most.' },
    attention: {
      ...listOf(named('Attention', shape({ kind: oneOfWords(...ATTENTION_KINDS), message: text() }))),
      description: 'What somebody should look at, the most urgent first.',
    },
  }),
);
