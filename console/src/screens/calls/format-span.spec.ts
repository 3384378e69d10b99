import { expect, it } from 'vitest';
import { formatSpan } from './format-span.js';

it('a span of time is said once, not twice', () => {
  const at = (hour: number) => Date.UTC(2026, 10, 29, hour);
  expect(formatSpan({ start: at(14), end: at(15) }, { timeZone: 'UTC' })).toBe('Nov 29, 14:00–15:00');
  expect(formatSpan({ start: at(23), end: at(25) }, { timeZone: 'UTC' })).toBe('Nov 29, 23:00–Nov 30, 01:00');
});
