/** What is called in OpenAI's shapes answers under our own name and under the one that OpenAI's clients are given as base URL. */
const OPENAI_BASES = ['api/v1/route', 'api/v1/openai'] as const;

/** The paths of a route that OpenAI's clients call. */
export function openAiPaths(path: string): string[] {
  return OPENAI_BASES.map((base) => `${base}/${path}`);
}
