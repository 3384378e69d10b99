import type { RefusalSurface } from './refusal.js';

/** The first that fits. */
const PATHS: readonly (readonly [RegExp, RefusalSurface])[] = [
  [/\/(?:batches|files)(?:\/|$)/, 'batch'],
  [/\/chat\/completions$/, 'chat'],
  [/\/responses(?:\/|$)/, 'responses'],
  [/\/embeddings$/, 'embeddings'],
  [/\/messages(?:\/|$)/, 'messages'],
  [/\/models(?:\/|$)/, 'models'],
  [/\/route$/, 'decision'],
  [/\/traces$/, 'traces'],
  [/\/feedback$/, 'feedback'],
];

/** The surface of a route that an API key opens. */
export function surfaceOfPath(path: string): RefusalSurface {
  return PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? 'account';
}
