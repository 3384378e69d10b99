const text = (description: string) => ({ description, schema: { type: 'string' as const } });
const count = (description: string) => ({ description, schema: { type: 'integer' as const } });

/** Headers of every limited answer, for the OpenAPI document. */
export const LIMIT_HEADERS = {
  'x-request-id': text('Id of the HTTP request.'),
  'x-ratelimit-limit-requests': count('Burst of the key.'),
  'x-ratelimit-remaining-requests': count('Requests that fit at this moment.'),
  'x-ratelimit-reset-requests': text('Until the bucket is full again, such as `40ms` or `12s`.'),
};

export const CALL_ID_HEADER = {
  'x-svc-call-id': text('The id in the call log, which holds what a model was asked to answer.'),
};
export const MODEL_HEADER = { 'x-svc-model': text('Model that served the call.') };

/** Headers of a call whose bytes are relayed. */
export const RELAYED_HEADERS = {
  ...LIMIT_HEADERS,
  ...CALL_ID_HEADER,
  ...MODEL_HEADER,
  'x-upstream-request-id': text("The provider's own id of the request."),
};

export const COST_HEADER = {
  'x-svc-cost': text('Cost of the call in USD, plain decimal. Not on streams.'),
};

export const BILLED_TO_HEADER = {
  'x-svc-billed-to': {
    description: "`own-key`: all of it is on keys of the project's own, and nothing is billed here.",
    schema: { type: 'string' as const, enum: ['own-key'] },
  },
};
