import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TWO_ROUNDS_MS = 300_000;

describe('kill -9 under load', () => {
  it(
    'loses and doubles nothing, of the gateway alone and with its database',
    async () => {
      const loader = '@swc-node/register/esm-register';
      const script = path.join(ROOT, 'scripts/chaos-kill/main.mjs');
      // A difference is exit code 1, which rejects with the table.
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--import', loader, script, '--rounds', '2'],
        { cwd: ROOT },
      );
      expect(stdout).toContain('2 rounds, no difference.');
      expect(stdout).toContain('gateway + database');
    },
    TWO_ROUNDS_MS,
  );
});
