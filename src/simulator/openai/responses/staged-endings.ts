/** How an answer can be made to end otherwise than a model's usually do: words of the last person's text. */
export type StagedEnding = 'refusal' | 'failure';

const ENDINGS: readonly (readonly [ending: StagedEnding, words: RegExp])[] = [
  ['refusal', /\bsimulate a refusal\b/i],
  ['failure', /\bsimulate a failure\b/i],
];

export function stagedEnding(text: string): StagedEnding | undefined {
  return ENDINGS.find(([, words]) => words.test(text))?.[0];
}
