import { describe, expect, it } from 'vitest';
import { idFloor } from '../../lib/ids.js';
import { toSpans } from './call-spans.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const span = (from: number, to: number) => ({ first: idFloor('call', from), behind: idFloor('call', to) });

describe('spans of ids around hours', () => {
  it.each<[string, number[], ReturnType<typeof span>[]]>([
    ['none of no hours', [], []],
    [
      'one of an hour, with room for ids that are taken before the time',
      [10],
      [span(10 * HOUR - MINUTE, 11 * HOUR + MINUTE)],
    ],
    ['one of hours that follow each other', [12, 10, 11], [span(10 * HOUR - MINUTE, 13 * HOUR + MINUTE)]],
    [
      'the newest first, each hour once',
      [10, 20, 10],
      [span(20 * HOUR - MINUTE, 21 * HOUR + MINUTE), span(10 * HOUR - MINUTE, 11 * HOUR + MINUTE)],
    ],
  ])('are %s', (_, hours, expected) => {
    expect(toSpans(hours.map((hour) => hour * HOUR))).toEqual(expected);
  });
});
