import { describe, expect, it } from 'vitest';
import { describeFailure, isFailing } from './failing-model.js';

describe('isFailing', () => {
  it.each<[string, number, number, boolean]>([
    ['19 failures are too few to say', 0, 19, false],
    ['20 failures', 0, 20, true],
    ['15 of 20 are not 90 %', 15, 20, true],
    ['16 of 20 may be', 16, 20, false],
    ['85 % of 200 are not', 170, 200, true],
    ['87 % of 200 may be', 174, 200, false],
    ['all good', 200, 200, false],
  ])('%s', (_title, succeeded, judged, failing) => {
    expect(isFailing({ model: 'medium', judged, succeeded })).toBe(failing);
  });

  it('says how sure it is', () => {
    expect(describeFailure({ model: 'medium', judged: 20, succeeded: 6 })).toBe(
      'medium succeeded in 6 of the last 20 judged tasks of this group (30%, at most 51.9% with 95% confidence), which is too few',
    );
  });
});
