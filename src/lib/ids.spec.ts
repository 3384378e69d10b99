import { describe, expect, it } from 'vitest';
import { idFloor, idTime, newId, randomChars } from './ids.js';

const AT = Date.UTC(2026, 0, 1);

describe('an id', () => {
  it('is its prefix, ten characters of time and thirteen of randomness', () => {
    expect(newId('call', AT)).toMatch(/^call_[0-9a-hjkmnp-tv-z]{23}$/);
    expect(newId('call', AT)).not.toBe(newId('call', AT));
  });

  it('sorts by the millisecond of its making, also across the seconds that the time is kept for', () => {
    const times = [0, 1, 31, 32, 1_023, 1_024, 1_025, 32_767, 32_768, AT - 1, AT, AT + 1, AT + 1_024];
    const floors = times.map((time) => idFloor('call', time));
    expect(floors.toSorted()).toEqual(floors);
    expect(new Set(floors).size).toBe(times.length);
    // Not in order, so that what was kept is not what is asked for.
    const ids = times.toReversed().map((time) => newId('call', time));
    expect(ids.toSorted().reverse()).toEqual(ids);
  });

  it('sorts by the order of its making within one millisecond, whatever it is of', () => {
    for (let at = AT; at < AT + 20; at += 1) {
      const made = Array.from({ length: 2_000 }, (_, index) => newId(index % 2 === 0 ? 'call' : 'resp', at));
      const bodies = made.map((id) => id.slice(id.indexOf('_')));
      expect(bodies.toSorted()).toEqual(bodies);
      expect(new Set(bodies).size).toBe(bodies.length);
      const [floor, behind] = [at, at + 1].map((time) => idFloor('org', time).slice(3));
      expect(bodies.every((body) => body > String(floor) && body < String(behind))).toBe(true);
    }
  });

  it(
    'stays one of a kind where more are made for a millisecond than there are counts',
    { timeout: 60_000 },
    () => {
      const ids = new Set(Array.from({ length: 1_100_000 }, () => newId('call', AT)));
      expect(ids.size).toBe(1_100_000);
    },
  );

  it.each([
    [0, 'org_0000000000'],
    [1_023, 'org_00000000zz'],
    [1_024, 'org_0000000100'],
    [AT, 'org_01kdvdna00'],
  ])('of %d ms is written in base 32', (time, text) => {
    expect(idFloor('org', time)).toBe(text);
  });

  it('tells when it was made', () => {
    for (const time of [0, 1, 1_023, 1_024, AT]) {
      expect(idTime(newId('call', time))).toBe(time);
      expect(idTime(idFloor('call', time))).toBe(time);
    }
    expect(['', 'call', 'call_', 'call_0kdvdna0', 'call_ukdvdna00i', 'org:key'].map(idTime)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });

  it.each([0, 1, 8, 13, 5_000])('has as many random characters as are asked for: %d', (length) => {
    expect(randomChars(length)).toMatch(new RegExp(`^[0-9a-hjkmnp-tv-z]{${length}}$`));
  });

  it('uses every character of the alphabet in every place', () => {
    const places = Array.from({ length: 13 }, () => new Set<string>());
    for (let round = 0; round < 2_000; round += 1)
      for (const [place, character] of Array.from(randomChars(13)).entries()) places[place]?.add(character);
    expect(places.map(({ size }) => size)).toEqual(places.map(() => 32));
  });
});
