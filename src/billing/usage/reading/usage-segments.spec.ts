import { describe, expect, it } from 'vitest';
import { CUTS, grainsOf } from '../usage-cuts.js';
import { ALL_GRAINS, GRAINS, type Grain, type SealedTo } from '../usage-grains.js';
import { segmentsOf, usableGrains } from './usage-segments.js';

const at = (text: string): number => Date.parse(text);
const short = (time: number): string => new Date(time).toISOString().replace(/:00\.000Z$/, '');
const sealed = (text: string): number[] => ALL_GRAINS.map(({ ms }) => Math.floor(at(text) / ms) * ms);
const cut = (from: string, to: string, until: string, grains: readonly Grain[] = GRAINS): string[] =>
  segmentsOf({ from: at(from), to: at(to) }, { grains, sealedTo: sealed(until) }).map(
    ({ grain, from: start, to: end, isTakenAway }) =>
      `${isTakenAway ? 'not ' : ''}${grain === 'facts' ? grain : ALL_GRAINS[grain]?.name} ${short(start)} ${short(end)}`,
  );
const grainsBy = (...dimensions: string[]): readonly Grain[] =>
  grainsOf(CUTS.find((one) => one.dimensions.join() === dimensions.join())!);

describe('the spans that a period is read from', () => {
  it('are the longest that are in it', () => {
    expect(cut('2026-01-01T00:15:00Z', '2026-01-03T06:15:00Z', '2026-06-01')).toEqual([
      'day 2026-01-01T00:00 2026-01-03T00:00',
      'not quarter 2026-01-01T00:00 2026-01-01T00:15',
      'six-hours 2026-01-03T00:00 2026-01-03T06:00',
      'quarter 2026-01-03T06:00 2026-01-03T06:15',
    ]);
  });

  it('may be longer than it, without what is outside', () => {
    expect(cut('2026-06-01T22:00:00Z', '2026-06-02T22:00:00Z', '2026-07-01')).toEqual([
      'hour 2026-06-01T22:00 2026-06-02T00:00',
      'day 2026-06-02T00:00 2026-06-03T00:00',
      'not hour 2026-06-02T22:00 2026-06-03T00:00',
    ]);
    expect(cut('2026-06-01T18:15:00Z', '2026-06-02T18:15:00Z', '2026-07-01')).toEqual([
      'six-hours 2026-06-01T18:00 2026-06-02T00:00',
      'not quarter 2026-06-01T18:00 2026-06-01T18:15',
      'day 2026-06-02T00:00 2026-06-03T00:00',
      'quarter 2026-06-02T18:00 2026-06-02T18:15',
      'not six-hours 2026-06-02T18:00 2026-06-03T00:00',
    ]);
  });

  it('are shorter where longer ones are not sealed, and facts behind them', () => {
    expect(cut('2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z', '2026-01-02T07:50:00Z')).toEqual([
      'day 2026-01-01T00:00 2026-01-02T00:00',
      'six-hours 2026-01-02T00:00 2026-01-02T06:00',
      'hour 2026-01-02T06:00 2026-01-02T07:00',
      'quarter 2026-01-02T07:00 2026-01-02T07:45',
      'facts 2026-01-02T07:45 2026-01-03T00:00',
    ]);
  });

  it('are facts where a cut has none that are so short', () => {
    expect(cut('2026-01-01T18:00:00Z', '2026-01-03T00:00:00Z', '2026-06-01', GRAINS.slice(3))).toEqual([
      'facts 2026-01-01T18:00 2026-01-02T00:00',
      'day 2026-01-02T00:00 2026-01-03T00:00',
    ]);
    expect(cut('2026-01-01', '2026-03-01', '2026-06-01', [])).toEqual([
      'facts 2026-01-01T00:00 2026-03-01T00:00',
    ]);
  });

  it('are few, whatever the year and zone', () => {
    for (let quarter = 0; quarter < 96; quarter += 1) {
      const from = at('2025-11-30') + quarter * 900_000;
      const parts = segmentsOf(
        { from, to: from + 365 * 86_400_000 },
        { grains: GRAINS.slice(2), sealedTo: sealed('2027-01-01') },
      );
      const lengthOf = (name: 'day' | 'facts'): number =>
        parts
          .filter(({ grain }) => (grain === 'facts' ? grain : GRAINS[grain]?.name) === name)
          .reduce((sum, part) => sum + part.to - part.from, 0) / 3_600_000;
      expect(lengthOf('facts')).toBeLessThanOrEqual(6);
      expect(lengthOf('day')).toBeLessThanOrEqual(8 * 24);
    }
  });

  it('are three or so at each end of a year of pairs, and few hours of facts', () => {
    for (let quarter = 0; quarter < 96; quarter += 1) {
      const from = at('2025-11-30') + quarter * 900_000;
      const span = { from, to: from + 365 * 86_400_000 };
      const sealedTo = sealed('2027-01-01');
      const parts = segmentsOf(span, { grains: grainsBy('tag', 'model'), sealedTo });
      const spans = parts.reduce(
        (sum, part) =>
          part.grain === 'facts' ? sum : sum + (part.to - part.from) / ALL_GRAINS[part.grain]!.ms,
        0,
      );
      const facts = parts.reduce((sum, part) => sum + (part.grain === 'facts' ? part.to - part.from : 0), 0);
      expect(spans).toBeLessThanOrEqual(14);
      expect(facts / 3_600_000).toBeLessThanOrEqual(6);
    }
  });

  it('are not of a grain that is not sealed as far as a longer one', () => {
    const sealedTo = sealed('2026-06-01').with(6, at('2026-02-01'));
    const names = (from: string, to: string): string[] =>
      usableGrains(grainsBy('tag', 'model'), sealedTo, { from: at(from), to: at(to) }).map(
        ({ name }) => name,
      );
    expect(names('2025-01-01', '2026-06-01')).not.toContain('four-days');
    expect(names('2025-01-01', '2026-02-01')).toContain('four-days');
    expect(names('2026-05-30', '2026-06-01')).not.toContain('256-days');
  });

  it('hold each moment of the period once and no other, and nothing that is not sealed', () => {
    const until = sealed('2026-06-01T10:20:00Z');
    const lists = [GRAINS, grainsBy('user'), grainsBy('tag', 'model'), grainsBy('user', 'tag')];
    // Of grains with marks of their own: those that have come half the way, or are where they began.
    const marks = (step: number): number =>
      Math.floor(at('2026-02-01') / (64 * 86_400_000)) * 64 * 86_400_000 * (step % 2);
    for (let step = 0; step < 500; step += 1) {
      const from = at('2025-11-30') + ((step * 7_919) % 9_000) * 900_000;
      const to = from + ((step * 104_729) % 40_000) * 900_000;
      const sealedTo = until.map((time, number) =>
        number < GRAINS.length || step % 3 === 0 ? time : marks(step),
      );
      const grains = usableGrains(lists[step % lists.length]!, sealedTo, { from, to });
      const parts = segmentsOf({ from, to }, { grains, sealedTo });
      expect(momentsOf(parts, sealedTo)).toEqual(from < to ? [[from, to]] : []);
      expect(parts.length).toBeLessThan(18);
    }
  });
});

/** Where what the segments hold is one; it must be none or one everywhere. */
function momentsOf(parts: ReturnType<typeof segmentsOf>, sealedTo: SealedTo): [number, number][] {
  const turns = new Map<number, number>();
  for (const { grain, from, to, isTakenAway } of parts) {
    expect(to).toBeGreaterThan(from);
    if (grain !== 'facts') expect(to).toBeLessThanOrEqual(sealedTo[grain] ?? 0);
    const sign = isTakenAway ? -1 : 1;
    turns.set(from, (turns.get(from) ?? 0) + sign);
    turns.set(to, (turns.get(to) ?? 0) - sign);
  }
  const held: [number, number][] = [];
  let count = 0;
  for (const [moment, change] of [...turns].filter(([, by]) => by !== 0).sort(([a], [b]) => a - b)) {
    count += change;
    expect([0, 1]).toContain(count);
    if (count === 1) held.push([moment, moment]);
    else held.at(-1)![1] = moment;
  }
  return held;
}
