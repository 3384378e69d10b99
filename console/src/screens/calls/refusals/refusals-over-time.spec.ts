import { describe, expect, it } from 'vitest';
import { refusalsOverTime } from './refusals-over-time.js';

const at = (minute: string, code: string, count: number) => ({
  key_id: 'key_1',
  code,
  minute: `2026-11-30T${minute}:00.000Z`,
  count,
});
const times = (...all: string[]): number[] => all.map((time) => Date.parse(`2026-11-30T${time}:00.000Z`));

describe('refusalsOverTime', () => {
  it('is nothing of nothing', () => {
    expect(refusalsOverTime([])).toEqual({ times: [], series: [] });
  });

  it('has a bar for each minute of a short time, without gaps, and sums keys', () => {
    expect(refusalsOverTime([at('10:02', 'b', 5), at('10:02', 'b', 1), at('10:00', 'a', 2)])).toEqual({
      times: times('10:00', '10:01', '10:02'),
      series: [
        { label: 'b', values: [0, 0, 6] },
        { label: 'a', values: [2, 0, 0] },
      ],
    });
  });

  it('has a bar for each hour of a longer time', () => {
    expect(refusalsOverTime([at('13:30', 'a', 1), at('12:59', 'a', 4), at('10:15', 'a', 2)])).toEqual({
      times: times('10:00', '11:00', '12:00', '13:00'),
      series: [{ label: 'a', values: [2, 0, 4, 1] }],
    });
  });

  it('puts the rarest codes together', () => {
    const counts = Array.from({ length: 10 }, (_, index) => at('10:00', `code_${index}`, 10 - index));
    const { series } = refusalsOverTime(counts);
    expect(series.map(({ label }) => label)).toEqual([
      ...counts.slice(0, 7).map(({ code }) => code),
      'other',
    ]);
    expect(series.at(-1)?.values).toEqual([6]);
  });
});
