import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../e2e/stream-call.js';

/** A command that would take minutes, and says when it runs (a file that is there is whole) and when it is told to end. */
const LONG = `#!/bin/sh
cd "$(dirname "$0")/.."
. scripts/stoppable.sh
run sh -c 'trap "echo ended > ended; exit 1" TERM; echo $$ > started; mv started running; while :; do sleep 0.05; done'
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'start-script-'));
  for (const name of ['start.sh', 'stoppable.sh'])
    cpSync(path.join('scripts', name), path.join(root, 'scripts', name), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
/** In a group of its own, which ends with its test also when that failed. */
function start(): ChildProcess {
  const script = spawn('sh', [path.join(root, 'scripts/start.sh')], { stdio: 'ignore', detached: true });
  const { pid } = script;
  onTestFinished(() => {
    if (pid !== undefined && script.exitCode === null && script.signalCode === null)
      process.kill(-pid, 'SIGKILL');
  });
  return script;
}
const isThere = (file: string) => (existsSync(path.join(root, file)) ? true : undefined);

describe('a stop of the start script', () => {
  it.each([
    ['ensure-installed.sh', 'ensure-built.sh'],
    ['ensure-built.sh', 'ensure-installed.sh'],
  ])('while %s works ends that too, with code 0', async (long, short) => {
    put(`scripts/${long}`, LONG);
    put(`scripts/${short}`, '');
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const script = start();
      const exited = once(script, 'exit');
      await eventually(() => isThere('running'), 'work');
      script.kill(signal);
      expect(await exited).toEqual([0, null]);
      expect(readFileSync(path.join(root, 'ended'), 'utf8')).toBe('ended\n');
      for (const file of ['running', 'ended']) rmSync(path.join(root, file));
    }
  });

  it('while both builds go on side by side ends both', async () => {
    cpSync('scripts/ensure-built.sh', path.join(root, 'scripts/ensure-built.sh'));
    put('scripts/ensure-installed.sh', '');
    for (const name of ['service', 'console'])
      put(
        `scripts/ensure-${name}-built.sh`,
        LONG.replace(
          'started; mv started running;',
          `started-${name}; mv started-${name} running-${name};`,
        ).replace('> ended', '>> ended'),
      );
    const script = start();
    const exited = once(script, 'exit');
    for (const name of ['service', 'console']) await eventually(() => isThere(`running-${name}`), name);
    script.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(readFileSync(path.join(root, 'ended'), 'utf8')).toBe('ended\nended\n');
  });

  it.each(['service', 'console'])('does not begin when the %s cannot be built', async (broken) => {
    cpSync('scripts/ensure-built.sh', path.join(root, 'scripts/ensure-built.sh'));
    put('scripts/ensure-installed.sh', '');
    for (const name of ['service', 'console'])
      put(`scripts/ensure-${name}-built.sh`, name === broken ? 'exit 9' : 'echo built > built');
    put('dist/main.js', "require('fs').writeFileSync('running', '')");
    expect(await once(start(), 'exit')).toEqual([9, null]);
    expect([existsSync(path.join(root, 'built')), existsSync(path.join(root, 'running'))]).toEqual([
      true,
      false,
    ]);
  });

  it('is told by the code of the step that failed when nobody stopped it', async () => {
    put('scripts/ensure-installed.sh', 'exit 7');
    expect(await once(start(), 'exit')).toEqual([7, null]);
  });

  it("is the service's own once that runs: it has the process", async () => {
    for (const step of ['installed', 'built']) put(`scripts/ensure-${step}.sh`, '');
    put(
      'dist/main.js',
      "process.on('SIGTERM', () => process.exit(5)); const fs = require('fs'); fs.writeFileSync('started', String(process.pid)); fs.renameSync('started', 'running'); setInterval(() => {}, 1000);",
    );
    const script = start();
    const exited = once(script, 'exit');
    await eventually(() => isThere('running'), 'the service');
    expect(Number(readFileSync(path.join(root, 'running'), 'utf8'))).toBe(script.pid);
    script.kill('SIGTERM');
    expect(await exited).toEqual([5, null]);
  });
});
