import { expect, it } from 'vitest';
import { stackSeries } from './stack-series.js';

it('each series stands on those before it', () => {
  expect(
    stackSeries([
      [1, 2, null],
      [3, null, 5],
    ]),
  ).toEqual([
    [1, 2, 0],
    [4, 2, 5],
  ]);
});
