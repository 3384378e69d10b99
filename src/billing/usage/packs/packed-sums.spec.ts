import { describe, expect, it } from 'vitest';
import { ALL_GRAINS } from '../usage-grains.js';
import { packableTo, PACKED_GRAINS, SIX_HOURS_PACKED } from './packed-sums.js';

describe('packed grains', () => {
  it('have numbers of their own, which the database keeps: a grain that comes later takes none of them', () => {
    expect(SIX_HOURS_PACKED.number).toBe(11);
    expect(ALL_GRAINS.map(({ number }) => number)).not.toContain(SIX_HOURS_PACKED.number);
    expect(new Set(PACKED_GRAINS.map(({ number }) => number)).size).toBe(PACKED_GRAINS.length);
  });

  it('may be packed as far as what they are made of is sealed, six hours as far as those of sums', () => {
    const sealedTo = ALL_GRAINS.map(({ number }) => 1_000 + number);
    expect(packableTo(sealedTo)).toEqual([...sealedTo, 1_002]);
  });
});
