import { describe, expect, it } from 'vitest';
import { clipText } from './clip-text.js';

describe('clipText', () => {
  it('leaves a text that fits as it is', () => {
    expect(clipText('ab', 2)).toBe('ab');
  });

  it('keeps head and tail of a longer one, and says that something is missing', () => {
    const clipped = clipText(`START${'x'.repeat(10_000)}END`, 100);
    expect(clipped).toHaveLength(100);
    expect(clipped).toMatch(/^START.*left out.*END$/s);
  });

  it('never leaves half a character', () => {
    for (let max = 40; max < 60; max += 1) expect(clipText('😀'.repeat(1_000), max)).not.toMatch(/\p{Cs}/u);
  });
});
