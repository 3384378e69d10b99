import { describe, expect, it } from 'vitest';
import { describeFailure, isFailing } from './failing-model.js';

describe('isFailing', () => {
  it.each<[string, number, number, boolean]>([
    ['nine failures are too few to say', 0, 9, false],
    ['ten failures', 0, 10, true],
    ['six of ten', 6, 10, true],
    ['seven of ten, just below', 7, 10, true],
    ['eight of ten may be nine of ten', 8, 10, false],
    ['16 of 20 may be 90 %', 16, 20, false],
    ['15 of 20 are not', 15, 20, true],
    ['85 % of 200 are not', 170, 200, true],
    ['87 % of 200 may be', 174, 200, false],
    ['all good', 200, 200, false],
  ])('%s', (_title, succeeded, judged, failing) => {
    expect(isFailing({ model: 'medium', judged, succeeded })).toBe(failing);
  });

  it('says how sure it is', () => {
    expect(describeFailure({ model: 'medium', judged: 10, succeeded: 3 })).toBe(
      'medium succeeded in 3 of the last 10 judged tasks of this group (30%, at most 60.3% with 95% confidence), which is too few',
    );
  });
});
