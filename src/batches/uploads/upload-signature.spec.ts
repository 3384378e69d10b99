import { describe, expect, it } from 'vitest';
import { isSignedUpload, signUpload, uploadSigningKey } from './upload-signature.js';

const KEY = uploadSigningKey(Buffer.alloc(32, 1));
const GRANT = { object: 'upl_1', expires: 1_800_000_000 };
const SIGNATURE = signUpload(GRANT, KEY);

describe('an upload signature', () => {
  it('holds for its own object and time', () => {
    expect(SIGNATURE).toMatch(/^[0-9a-f]{64}$/);
    expect(isSignedUpload(GRANT, SIGNATURE, KEY)).toBe(true);
  });

  it.each([
    ['another object', { ...GRANT, object: 'upl_2' }, SIGNATURE],
    ['another time', { ...GRANT, expires: GRANT.expires + 1 }, SIGNATURE],
    ['what moved from one to the other', { object: 'upl_1\n18', expires: 1 }, SIGNATURE],
    ['one changed digit', GRANT, SIGNATURE.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
    ['upper case', GRANT, SIGNATURE.toUpperCase()],
    ['half of it', GRANT, SIGNATURE.slice(0, 32)],
    ['more than it', GRANT, `${SIGNATURE}00`],
    ['nothing', GRANT, ''],
    ['letters of other scripts', GRANT, 'ä'.repeat(64)],
  ])('does not hold for %s', (_title, grant, signature) => {
    expect(isSignedUpload(grant, signature, KEY)).toBe(false);
  });

  it('does not hold under another secrets key', () => {
    expect(isSignedUpload(GRANT, SIGNATURE, uploadSigningKey(Buffer.alloc(32, 2)))).toBe(false);
  });
});
