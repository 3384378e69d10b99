import { expect, it } from 'vitest';
import { attempt, call } from '../../testing/example-calls.js';
import { timelineOf } from './timeline.js';

const at = (ms: number) => new Date(Date.UTC(2026, 10, 29, 12) + ms).toISOString();

it('attempts stand where they began, within the whole of the call', () => {
  const attempts = [
    attempt({ started_at: at(10), duration_ms: 100 }),
    attempt({ started_at: at(150), duration_ms: 50 }),
    attempt({ started_at: null, duration_ms: 0 }),
  ];
  expect(
    timelineOf(call(0, { attempts, timings: { gateway_ms: 55, upstream_ms: 150, first_byte_ms: null } })),
  ).toEqual({
    pieces: [
      { startMs: 10, durationMs: 100 },
      { startMs: 150, durationMs: 50 },
      { startMs: undefined, durationMs: 0 },
    ],
    totalMs: 205,
  });
});

it('the row of a batch is written at its end', () => {
  const attempts = [attempt({ started_at: at(-60_000), duration_ms: 60_000 })];
  const timings = { gateway_ms: 0, upstream_ms: 60_000, first_byte_ms: null };
  expect(timelineOf(call(0, { attempts, timings }))).toEqual({
    pieces: [{ startMs: 0, durationMs: 60_000 }],
    totalMs: 60_000,
  });
});
