import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Traces',
    emptyTitle: 'No traces',
    empty: 'Send OpenTelemetry traces to POST /api/v1/traces with an API key of this project.',
  },
});
