import {
  count,
  flag,
  listOf,
  named,
  oneOfWords,
  orNull,
  pageOf,
  shape,
  text,
  time,
} from '../../http/openapi/openapi-shapes.js';
import { REFUSAL_SURFACES } from '../../refusals/refusal.js';

export const refusalSchema = named(
  'Refusal',
  shape({
    id: text('ref_…'),
    created_at: time,
    key_id: text('key_…'),
    key_name: orNull(text('production')),
    status: { ...count, description: '400, 401, 402, 403 or 429.' },
    code: text('rate_limited'),
    message: {
      ...text(),
      description: 'Of the answer, without what it quoted of the request: `"…"` stands for that.',
    },
    model: {
      ...orNull(text()),
      description: 'As the caller wrote it; null when it was refused before that was read.',
    },
    surface: oneOfWords(...REFUSAL_SURFACES),
  }),
);

const refusalCountSchema = named(
  'RefusalCount',
  shape({
    key_id: text('key_…'),
    code: text('rate_limited'),
    minute: { ...time, description: 'Its beginning, in UTC.' },
    count,
  }),
);

const page = pageOf(refusalSchema);

export const refusalsSchema = named('Refusals', {
  ...page,
  properties: {
    ...page.properties,
    counts: { ...listOf(refusalCountSchema), description: 'By key, code and minute, newest minute first.' },
    counts_have_more: {
      ...flag,
      description: 'There are more than 10,000 counts in the period: ask for the older ones with `to`.',
    },
  },
  required: [...(page.required ?? []), 'counts', 'counts_have_more'],
});
