import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROWS_DIRECTORY =
  process.env.ROUTING_EVAL_DIR ?? fileURLToPath(new URL('../../../shared/routing-eval', import.meta.url));

/** For a command that cannot begin without the set: says in one line what is missing, and ends with code 1. */
export function requireRows() {
  const missing = ['requests.jsonl', 'difficulty.jsonl'].filter(
    (name) => !existsSync(join(ROWS_DIRECTORY, name)),
  );
  if (missing.length === 0) return;
  console.error(
    `The evaluation set of the router is no part of this repository: ${missing.join(' and ')} not found in ${ROWS_DIRECTORY}. Set ROUTING_EVAL_DIR to the directory that holds the set (docs/quality.md says what it is).`,
  );
  process.exit(1);
}

/** The rows of a file of the evaluation set; `ROUTING_EVAL_DIR` says where it lies. */
export function readRows(name) {
  return readFileSync(join(ROWS_DIRECTORY, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
