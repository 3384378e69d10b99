import { describe, expect, it } from 'vitest';
import { explainListenFault } from './listen-fault.js';

const coded = (code: string): Error => Object.assign(new Error(`listen ${code}`), { code });
const listener = { name: 'BATCH_GATEWAY_PORT', port: 81, host: '192.0.2.7' } as const;

describe('explainListenFault', () => {
  it.each([
    ['EADDRINUSE', /^BATCH_GATEWAY_PORT: 81 is in use/],
    ['EACCES', /^BATCH_GATEWAY_PORT: 81 may not be opened/],
    ['EADDRNOTAVAIL', /^HOST: "192\.0\.2\.7" is no address of this machine/],
    ['ENOTFOUND', /^HOST: "192\.0\.2\.7" is no address of this machine/],
  ])('%s names the setting', (code, line) => {
    expect((explainListenFault(coded(code), listener) as Error).message).toMatch(line);
  });

  it('leaves what it does not know', () => {
    const error = coded('EMFILE');
    expect(explainListenFault(error, listener)).toBe(error);
  });
});
