const OPENAI_BASE = "The base URL of the OpenAI SDK is this service's address with /api/v1/openai.";
const ANTHROPIC_BASE = "The base URL of the Anthropic SDK is this service's address with /api.";

/** An exporter that is given one address for all signals sends all of them; it gives up at 404, until its next turn. */
const TRACES_ALONE =
  'Of OpenTelemetry only traces are taken, at POST /api/v1/traces. Set OTEL_EXPORTER_OTLP_TRACES_ENDPOINT to that address instead of OTEL_EXPORTER_OTLP_ENDPOINT, or OTEL_METRICS_EXPORTER and OTEL_LOGS_EXPORTER to none.';

/** Paths that SDKs append to their base URL, and what leads somewhere here instead. */
const SDK_PATHS: readonly (readonly [path: RegExp, hint: string])[] = [
  [/\/(?:chat\/completions|embeddings|responses(?:\/[^/]+(?:\/input_items)?)?)\/?$/, OPENAI_BASE],
  [/\/messages(?:\/count_tokens|\/batches)?\/?$/, ANTHROPIC_BASE],
  [/\/v1\/(?:metrics|logs)\/?$/, TRACES_ALONE],
  [/(?<!\/messages)\/(?:files|batches)(?:\/[^/]+(?:\/(?:content|cancel))?)?\/?$/, OPENAI_BASE],
  [/\/models\/?$/, `${OPENAI_BASE} ${ANTHROPIC_BASE}`],
];

/** There the base is right, and a slash is too much. */
const SERVED =
  /^\/api\/v1\/(?:(?:route|openai)\/(?:chat\/completions|responses|embeddings|models|batches)|openai\/files|messages(?:\/count_tokens|\/batches)?|models|admin\/models)\/?$/;

/** Of OpenAI's Responses API, under a base that is right. */
const UNSERVED: readonly (readonly [path: RegExp, hint: string])[] = [
  [
    /\/responses\/[^/]+\/cancel\/?$/,
    'No response runs in the background here, so there is none to cancel. A call that runs is ended by closing its connection; many calls at once are a batch, which can be cancelled.',
  ],
  [
    /\/responses\/compact\/?$/,
    'Conversations are not compacted here. Send a shorter `input`, or ask a model for a summary and go on from that.',
  ],
  [
    /\/responses\/input_tokens\/?$/,
    'Tokens of a response are not counted beforehand; its `usage` has them. POST /api/v1/messages/count_tokens counts those of a message.',
  ],
];
const OPENAI_PATH = /^\/api\/v1\/(?:route|openai)\//;

/** The way out from a path of OpenAI's that is not served, whatever the method; `undefined` for every other path. */
export function unservedPathMessage(url: string): string | undefined {
  const path = url.split('?', 1)[0] ?? '';
  if (!OPENAI_PATH.test(path)) return undefined;
  const known = UNSERVED.find(([pattern]) => pattern.test(path));
  return known && `There is nothing at this path. ${known[1]} The endpoints are listed under /docs.`;
}

/** What a 404 for a path says. The usual cause is a client whose base URL is another service's: it is told the one to set. */
export function unknownPathMessage(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const known = SERVED.test(path) ? undefined : SDK_PATHS.find(([pattern]) => pattern.test(path));
  const hint = known === undefined ? '' : ` ${known[1]}`;
  return `There is nothing at this path.${hint} The endpoints are listed under /docs.`;
}
