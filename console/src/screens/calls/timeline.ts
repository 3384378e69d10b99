import type { Call } from '../../api/calls.js';

/** A part of a call on its time line; `start` is unknown of attempts that were never sent, and of old ones. */
export interface Piece {
  readonly startMs: number | undefined;
  readonly durationMs: number;
}

export interface Timeline {
  readonly pieces: readonly Piece[];
  readonly totalMs: number;
}

/** The attempts of a call against its beginning. */
export function timelineOf({ created_at, attempts, timings }: Call): Timeline {
  const times = attempts.map(({ started_at }) => (started_at === null ? undefined : Date.parse(started_at)));
  // The attempt of a batch began long before the row of it was written.
  const begin = Math.min(Date.parse(created_at), ...times.filter((time) => time !== undefined));
  const pieces = attempts.map(({ duration_ms }, index) => {
    const time = times[index];
    return { startMs: time === undefined ? undefined : time - begin, durationMs: duration_ms };
  });
  const ends = pieces.map(({ startMs = 0, durationMs }) => startMs + durationMs);
  return { pieces, totalMs: Math.max(timings.gateway_ms + timings.upstream_ms, ...ends) };
}
