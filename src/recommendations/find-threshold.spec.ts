import { describe, expect, it } from 'vitest';
import type { DifficultyRecord } from '../records/judging/judged-difficulty-reader.js';
import { findThreshold, type ThresholdSituation } from './find-threshold.js';

/** Judged tasks of one model and difficulty: so many groups, in each of which so many of so many succeeded. */
interface Judged {
  readonly model: 'medium' | 'big' | 'other';
  readonly at: number;
  readonly groups?: number;
  readonly each: readonly [succeeded: number, judged: number];
  /** Names the groups: those of one name were tried with both models. */
  readonly of?: string;
}

function records({
  model,
  at,
  groups = 3,
  each: [succeeded, judged],
  of = `at ${at}`,
}: Judged): DifficultyRecord[] {
  return Array.from({ length: groups }, (_, index) => ({
    groupId: `${of} ${index}`,
    model,
    complexity: at,
    judged,
    succeeded,
    routerIds: ['router'],
  }));
}

function threshold(judged: readonly Judged[], more: Partial<ThresholdSituation> = {}): number | undefined {
  const inputs = { medium: 'medium', big: 'big', base: 0.8, inForce: undefined };
  return findThreshold({ ...inputs, records: judged.flatMap(records), ...more })?.threshold;
}

const GOOD = [20, 20] as const;
const medium = (at: number, each: Judged['each'] = GOOD, more: Partial<Judged> = {}): Judged => ({
  model: 'medium',
  at,
  each,
  ...more,
});
const big = (at: number, each: Judged['each'] = GOOD, more: Partial<Judged> = {}): Judged => ({
  model: 'big',
  at,
  each,
  ...more,
});

describe('findThreshold', () => {
  it.each<[string, readonly Judged[], number | undefined]>([
    ['nothing was judged', [], undefined],
    ['Medium is as good in the next section', [medium(0.83), big(0.83)], 0.85],
    ['Medium is as good in the next two', [medium(0.83), big(0.83), medium(0.87), big(0.87)], 0.9],
    ['Medium is as good up to the top', [0.83, 0.87, 0.93, 0.98].flatMap((at) => [medium(at), big(at)]), 1],
    ['Medium is as good, and then fails', [medium(0.83), big(0.83), medium(0.87, [10, 20]), big(0.87)], 0.85],
    [
      'Medium is good beyond a section in which it fails',
      [medium(0.83, [10, 20]), big(0.83), medium(0.87), big(0.87)],
      undefined,
    ],
    ['a thin section is widened', [medium(0.83, [5, 5]), big(0.83, [5, 5]), medium(0.87), big(0.87)], 0.9],
    ['a section at the end of four steps', [medium(0.98), big(0.98)], 1],
    ['Medium is 5 points behind', [medium(0.83, [19, 20]), big(0.83)], undefined],
    ['Medium is better than Big', [medium(0.83), big(0.83, [15, 20])], 0.85],
    ['too few tasks', [medium(0.83, [13, 13]), big(0.83, [13, 13])], undefined],
    ['enough tasks', [medium(0.83, [14, 14]), big(0.83, [14, 14])], 0.85],
    ['too few groups', [medium(0.83, GOOD, { groups: 2 }), big(0.83)], undefined],
    ['Big was judged too little', [medium(0.83), big(0.83, [10, 10])], undefined],
    [
      'Medium was tried in less than half of the groups',
      [medium(0.83), big(0.83, GOOD, { groups: 7 })],
      undefined,
    ],
    ['Medium was tried in half of the groups', [medium(0.83), big(0.83, GOOD, { groups: 6 })], 0.85],
    [
      'the interval is too wide',
      [medium(0.83, [7, 10], { groups: 4 }), big(0.83, [7, 10], { groups: 4 })],
      undefined,
    ],
    [
      'the interval is narrow enough',
      [medium(0.83, [14, 20], { groups: 10 }), big(0.83, [14, 20], { groups: 10 })],
      0.85,
    ],
    ['only another model was judged', [{ model: 'other', at: 0.83, each: GOOD }, big(0.83)], undefined],
    ['tasks at the threshold itself are under it', [medium(0.8), big(0.8)], undefined],

    ['Medium fails below', [medium(0.78, [10, 20]), big(0.78)], 0.75],
    [
      'Medium fails further below',
      [medium(0.78, [10, 20]), medium(0.73, [10, 20]), big(0.78), big(0.73)],
      0.7,
    ],
    ['Medium fails against Big at harder tasks', [medium(0.78, [10, 20]), big(0.9)], 0.75],
    ['Medium is a little behind', [medium(0.78, [19, 20]), big(0.78)], undefined],
    ['both fail alike', [medium(0.78, [10, 20]), big(0.78, [10, 20])], undefined],
    ['Medium seems to fail, but it may be chance', [medium(0.78, [14, 15]), big(0.78, [15, 15])], undefined],
    ['Medium fails and nothing of Big was judged', [medium(0.78, [10, 20])], undefined],
    ['Medium fails only at far easier tasks', [medium(0.3, [10, 20]), big(0.3)], undefined],
    [
      'it does well above and fails below',
      [medium(0.83), big(0.83), medium(0.78, [10, 20]), big(0.78)],
      undefined,
    ],
  ])('when %s', (_title, judged, expected) => {
    expect(threshold(judged)).toBe(expected);
  });

  it.each<[string, readonly Judged[], number, number | undefined]>([
    ['3.3 points behind', [medium(0.83, [29, 30]), big(0.83, [30, 30])], 0.85, 0.85],
    ['5 points behind', [medium(0.83, [19, 20]), big(0.83)], 0.85, undefined],
    ['Big’s record has run out, and Medium is good', [medium(0.83)], 0.85, 0.85],
    ['Big’s record has run out, and Medium is not good enough', [medium(0.83, [17, 20])], 0.85, undefined],
    ['nothing is known any more', [], 0.85, undefined],
    ['Medium is still behind, below', [medium(0.78, [29, 30]), big(0.78, [30, 30])], 0.75, 0.75],
    ['Medium has caught up, below', [medium(0.78), big(0.78)], 0.75, undefined],
    ['Medium’s record has run out below, and Big is good', [big(0.78)], 0.75, 0.75],
    ['Medium’s record has run out below, and Big is not good', [big(0.78, [10, 20])], 0.75, undefined],
    ['the next section speaks too', [medium(0.83), big(0.83), medium(0.87), big(0.87)], 0.85, 0.9],
  ])('while another is in force: %s', (_title, judged, inForce, expected) => {
    expect(threshold(judged, { inForce })).toBe(expected);
  });

  it('says the same again when it is in force', () => {
    const judged = [medium(0.83), big(0.83), medium(0.87), big(0.87)];
    const first = threshold(judged);
    expect(threshold(judged, { inForce: first })).toBe(first);
  });

  it.each<[string, Partial<ThresholdSituation>, readonly Judged[], number | undefined]>([
    ['the top: nothing is above', { base: 1 }, [medium(1), big(1)], undefined],
    ['nothing: nothing is below', { base: 0 }, [medium(0), big(0)], undefined],
    ['an odd one', { base: 0.8234 }, [medium(0.85), big(0.85)], 0.8734],
    ['one near the top', { base: 0.98 }, [medium(0.99), big(0.99)], 1],
  ])('from a threshold that is %s', (_title, more, judged, expected) => {
    expect(threshold(judged, more)).toBe(expected);
  });

  it('shows the tasks that change sides', () => {
    const judged = [medium(0.78, [10, 20]), big(0.78, [15, 15]), big(0.9), medium(0.3)];
    const found = findThreshold({
      records: judged.flatMap(records),
      medium: 'medium',
      big: 'big',
      base: 0.8,
      inForce: undefined,
    });
    expect(found).toMatchObject({
      threshold: 0.75,
      above: 0.75,
      upTo: 0.8,
      medium: { judged: 60, succeeded: 30 },
      big: { judged: 45, succeeded: 45 },
    });
  });
});
