import { describe, expect, it } from 'vitest';
import { disownPostmasterPidFile, parsePostmasterPidFile } from './postmaster-pid-file.js';

const FILE = '5644\n/proc/self/cwd\n1795831060\n54999\n\n127.0.0.1\n  2146362        12\nready   \n';

describe('parsePostmasterPidFile', () => {
  it('reads the process id and the port', () => {
    expect(parsePostmasterPidFile(FILE)).toEqual({ pid: 5644, port: 54999 });
  });

  it('knows no port while the server is starting', () => {
    expect(parsePostmasterPidFile('5644\n/data\n1795831060\n')).toEqual({ pid: 5644, port: undefined });
  });

  it.each(['', '\n', 'abc\n', '-5\n', '1.5\n', '0\n'])('takes %j for a broken file', (text) => {
    expect(parsePostmasterPidFile(text)).toBeUndefined();
  });
});

describe('disownPostmasterPidFile', () => {
  it('changes the process id to one nobody has and keeps the shared memory key', () => {
    const disowned = disownPostmasterPidFile(FILE);
    expect(disowned.split('\n').slice(1)).toEqual(FILE.split('\n').slice(1));
    const pid = parsePostmasterPidFile(disowned)!.pid;
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  });
});
