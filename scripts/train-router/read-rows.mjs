import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROWS_DIRECTORY =
  process.env.ROUTING_EVAL_DIR ?? fileURLToPath(new URL('../../../shared/routing-eval', import.meta.url));

/** The rows of a file of the evaluation set; `ROUTING_EVAL_DIR` says where it lies. */
export function readRows(name) {
  return readFileSync(join(ROWS_DIRECTORY, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
