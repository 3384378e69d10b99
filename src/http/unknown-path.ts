const OPENAI_BASE = "The base URL of the OpenAI SDK is this service's address with /api/v1/route.";
const ANTHROPIC_BASE = "The base URL of the Anthropic SDK is this service's address with /api.";

/** An exporter that is given one address for all signals sends all of them; it gives up at 404, until its next turn. */
const TRACES_ALONE =
  'Of OpenTelemetry only traces are taken, at POST /api/v1/traces. Set OTEL_EXPORTER_OTLP_TRACES_ENDPOINT to that address instead of OTEL_EXPORTER_OTLP_ENDPOINT, or OTEL_METRICS_EXPORTER and OTEL_LOGS_EXPORTER to none.';

/** Paths that SDKs append to their base URL, and what leads somewhere here instead. */
const SDK_PATHS: readonly (readonly [path: RegExp, hint: string])[] = [
  [/\/(?:chat\/completions|embeddings)\/?$/, OPENAI_BASE],
  [/\/messages(?:\/count_tokens|\/batches)?\/?$/, ANTHROPIC_BASE],
  [/\/v1\/(?:metrics|logs)\/?$/, TRACES_ALONE],
  [
    /(?<!\/messages)\/(?:files|batches)(?:\/[^/]+(?:\/(?:content|cancel))?)?\/?$/,
    "OpenAI's files and batches are served under /api/v1/openai: set the base URL of the OpenAI SDK to this service's address with it.",
  ],
  [/\/models\/?$/, `${OPENAI_BASE} ${ANTHROPIC_BASE}`],
  [
    /\/responses\/?$/,
    'The Responses API is not served; POST /api/v1/route/chat/completions takes chat completions.',
  ],
];

/** There the base is right, and a slash is too much. */
const SERVED =
  /^\/api\/v1\/(?:route\/(?:chat\/completions|embeddings|models|batches)|openai\/(?:files|batches)|messages(?:\/count_tokens|\/batches)?|models|admin\/models)\/?$/;

/** What a 404 for a path says. The usual cause is a client whose base URL is another service's: it is told the one to set. */
export function unknownPathMessage(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const known = SERVED.test(path) ? undefined : SDK_PATHS.find(([pattern]) => pattern.test(path));
  const hint = known === undefined ? '' : ` ${known[1]}`;
  return `There is nothing at this path.${hint} The endpoints are listed under /docs.`;
}
