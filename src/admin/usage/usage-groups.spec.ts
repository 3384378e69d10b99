import { describe, expect, it } from 'vitest';
import { readGrouping } from './usage-groups.js';

describe('how usage is grouped', () => {
  it.each([
    ['day', ['day']],
    ['hour,model', ['hour', 'model']],
    ['', undefined],
    ['week', undefined],
    ['day,', undefined],
    [',day', undefined],
    ['day,day', undefined],
    ['day,week', undefined],
    ['day,model,key', undefined],
    ['day, model', undefined],
  ])('%j is %j', (text, grouping) => {
    expect(readGrouping(text)).toEqual(grouping);
  });
});
