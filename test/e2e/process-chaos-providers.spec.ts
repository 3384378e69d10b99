import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** It ends what hangs; the product may have to be built first. */
const RUN_MS = 900_000;

describe('two providers whose accounts fail at random', () => {
  it(
    'leave no call without an answer or a reason, none billed twice, and none in vain while an account lives',
    async () => {
      const loader = '@swc-node/register/esm-register';
      const script = path.join(ROOT, 'scripts/chaos-providers/main.mjs');
      const size = ['--calls', '500', '--streams', '25', '--seed', '11'];
      // A difference is exit code 1, which rejects with what is wrong.
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', loader, script, ...size], {
        cwd: ROOT,
        maxBuffer: 16 * 1_048_576,
      });
      expect(stdout).toContain('500 calls, no difference.');
      const [, detours] = /Went on after a failure: (\d+)/.exec(stdout) ?? [];
      expect(Number(detours)).toBeGreaterThan(20);
    },
    RUN_MS,
  );
});
