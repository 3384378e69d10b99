import { expect, it } from 'vitest';
import { joinHours } from './join-hours.js';

it('an hour has its calls and its spend, also when it has one of them alone', () => {
  expect(
    joinHours(
      [
        { hour: '2026-11-29T10:00:00Z', calls: 3, errors: 1 },
        { hour: '2026-11-29T12:00:00Z', calls: 1, errors: 1 },
      ],
      [
        { hour: '2026-11-29T10:00:00Z', cost_usd: 0.5 },
        { hour: '2026-11-29T11:00:00Z', cost_usd: 0.25 },
      ],
    ),
  ).toEqual([
    { hour: '2026-11-29T10:00:00Z', calls: 3, errors: 1, cost_usd: 0.5 },
    { hour: '2026-11-29T11:00:00Z', calls: 0, errors: 0, cost_usd: 0.25 },
    { hour: '2026-11-29T12:00:00Z', calls: 1, errors: 1, cost_usd: 0 },
  ]);
});
