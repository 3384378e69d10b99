import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from './secret-box.js';

describe('a sealed secret', () => {
  const key = randomBytes(32);

  it('opens again for its owner and differs each time', () => {
    const first = sealSecret('sk-1234', { key, owner: 'end_1' });
    expect(openSecret(first, { key, owner: 'end_1' })).toBe('sk-1234');
    expect(first.includes(Buffer.from('sk-1234'))).toBe(false);
    expect(sealSecret('sk-1234', { key, owner: 'end_1' }).equals(first)).toBe(false);
  });

  it('does not open for another row, with another key, or when a byte was changed', () => {
    const sealed = sealSecret('sk-1234', { key, owner: 'end_1' });
    expect(() => openSecret(sealed, { key, owner: 'end_2' })).toThrow();
    expect(() => openSecret(sealed, { key: randomBytes(32), owner: 'end_1' })).toThrow();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => openSecret(changed, { key, owner: 'end_1' })).toThrow();
    }
  });
});
