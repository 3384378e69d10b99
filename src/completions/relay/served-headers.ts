import { CALL_ID_HEADER, LIMIT_HEADERS, MODEL_HEADER } from '../../surface/openapi-headers.js';

/** Headers of the answers of models that were routed to, for the OpenAPI document. */
export const SERVED_HEADERS = {
  ...MODEL_HEADER,
  'x-svc-tier': {
    description: 'How it was chosen.',
    schema: {
      type: 'string',
      enum: ['group', 'group-record', 'strong', 'small', 'pinned', 'fixed', 'default', 'client'],
    },
  },
  'x-svc-group': { description: 'Id of the matched task group.', schema: { type: 'string' } },
  'x-svc-router': { description: 'Id of the router that decided.', schema: { type: 'string' } },
  'x-svc-cost': {
    description: 'Cost of the call in USD, plain decimal. Not on streams, where the usage chunk carries it.',
    schema: { type: 'string' },
  },
  'x-svc-retry': {
    description:
      'What fired, comma-separated, in order: `thinking-disabled`, `content-filter-fallback`, `tool-choice-auto`, `outage-fallback`.',
    schema: { type: 'string' },
  },
  'x-svc-billed-to': {
    description: "`own-key`: a key of the project's own answered, and nothing is billed here.",
    schema: { type: 'string', enum: ['own-key'] },
  },
  'x-svc-cascade': {
    description: 'On a structured-output cascade: whose answer this is.',
    schema: { type: 'string', enum: ['served-small', 'escalated'] },
  },
  'x-svc-tokens-saved': {
    description: 'Tokens that prompt compression removed, about.',
    schema: { type: 'integer' },
  },
  ...CALL_ID_HEADER,
  ...LIMIT_HEADERS,
};
