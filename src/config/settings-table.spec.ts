import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from './read-settings.js';

/** Of processes that the gateway itself starts, and of tests. */
const NOT_FOR_OPERATORS = new Set(['SIMULATOR_URL', 'STRIPE_API_BASE_URL']);
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** All variables that the settings are read from. */
function variables(): string[] {
  const asked = new Set<string>();
  readSettings(
    new Proxy<Record<string, string>>(
      {},
      { get: (_none, name) => (typeof name === 'string' && asked.add(name), undefined) },
    ),
  );
  return [...asked].filter((name) => !NOT_FOR_OPERATORS.has(name));
}

/** `A_TRACES_ENDPOINT` may stand in the table as (`_TRACES_ENDPOINT`), `PROVIDER_A_ACCOUNT_MODELS` as `…_ACCOUNT_MODELS`. */
function isInTable(name: string, words: readonly string[]): boolean {
  return words.some((word) => word === name || (/^[…_]/.test(word) && name.endsWith(word.replace('…', ''))));
}

it('every setting is in the table of the README', () => {
  const words = README.split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split(' | ', 1)[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
    );
  const read = variables();
  expect(read.length).toBeGreaterThan(40);
  expect(read.filter((name) => !isInTable(name, words))).toEqual([]);
});
