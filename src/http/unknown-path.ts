/** Paths that SDKs append to their base URL, and the base URL under which they lead somewhere here. */
const SDK_PATHS: readonly (readonly [path: RegExp, sdk: string, base: string])[] = [
  [/\/(?:chat\/completions|embeddings)\/?$/, 'OpenAI', '/api/v1/route'],
  [/\/messages(?:\/count_tokens|\/batches)?\/?$/, 'Anthropic', '/api'],
];

const RIGHT_BASE = /^\/api\/v1\/(?:route|messages)(?:\/|$)/;

/** What a 404 for a path says. The usual cause is a client whose base URL is another service's: it is told the one to set. */
export function unknownPathMessage(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  // There the base is right, and the method is not.
  const known = RIGHT_BASE.test(path) ? undefined : SDK_PATHS.find(([pattern]) => pattern.test(path));
  const hint =
    known === undefined
      ? ''
      : ` The base URL of the ${known[1]} SDK is this service's address with ${known[2]}.`;
  return `There is nothing at this path and method.${hint} The endpoints are listed under /docs.`;
}
