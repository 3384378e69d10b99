import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../http/logger.js';
import { UNKNOWN_STANDING, type GroupStanding } from './group-standing.js';
import { GroupStandings } from './group-standings.js';

/** Standings that count their loads, and a clock that the test turns. */
function aMemory(load: (count: number) => Promise<GroupStanding>) {
  let now = 0;
  const loads = vi.fn((_groupId: string) => load(loads.mock.calls.length));
  const standings = new GroupStandings({
    load: loads,
    monotonicMs: () => now,
    logger: createLogger('silent'),
  });
  return { standings, loads, turn: (ms: number) => (now += ms) };
}

const standing = (judged: number): GroupStanding => ({
  ...UNKNOWN_STANDING,
  records: [{ model: 'm', judged, succeeded: judged }],
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('GroupStandings', () => {
  it('knows nothing until it is prepared, and then answers at once', async () => {
    const { standings, loads } = aMemory((count) => Promise.resolve(standing(count)));
    expect(standings.peek('g')).toBeUndefined();
    await standings.prepare('g');
    expect(standings.peek('g')).toEqual(standing(1));
    expect(standings.prepare('g')).toBeUndefined();
    expect(loads).toHaveBeenCalledTimes(1);
  });

  it('loads once however many wait', async () => {
    const { standings, loads } = aMemory((count) => Promise.resolve(standing(count)));
    await Promise.all([standings.prepare('g'), standings.prepare('g'), standings.prepare('g')]);
    expect(loads).toHaveBeenCalledTimes(1);
  });

  it('answers from memory while it reads anew, and never with what is as old as a second', async () => {
    const { standings, turn } = aMemory((count) => Promise.resolve(standing(count)));
    await standings.prepare('g');
    turn(700);
    expect(standings.peek('g')).toEqual(standing(1));
    await settled();
    expect(standings.peek('g')).toEqual(standing(2));
    turn(900);
    expect(standings.peek('g')).toBeUndefined();
    await standings.prepare('g');
    expect(standings.peek('g')).toEqual(standing(3));
  });

  it('goes on without a standing when it cannot be read', async () => {
    const { standings } = aMemory(() => Promise.reject(new Error('away')));
    await standings.prepare('g');
    expect(standings.peek('g')).toBeUndefined();
  });

  it('goes on without a standing when reading takes too long', async () => {
    const { standings } = aMemory(() => new Promise(() => undefined));
    vi.useFakeTimers();
    const prepared = standings.prepare('g');
    await vi.advanceTimersByTimeAsync(250);
    await prepared;
    vi.useRealTimers();
    expect(standings.peek('g')).toBeUndefined();
  });

  it('does not let a slow load undo what was read after a write', async () => {
    let answer: (late: GroupStanding) => void = () => undefined;
    const slow = new Promise<GroupStanding>((resolve) => (answer = resolve));
    const { standings, turn } = aMemory((count) => (count === 2 ? slow : Promise.resolve(standing(count))));
    await standings.prepare('g');
    turn(300);
    standings.peek('g');
    turn(1);
    await standings.refresh(['g']);
    answer(standing(2));
    await settled();
    expect(standings.peek('g')).toEqual(standing(3));
  });

  it('reads anew only groups that it remembers', async () => {
    const { standings, loads } = aMemory((count) => Promise.resolve(standing(count)));
    await standings.refresh(['g']);
    expect(loads).not.toHaveBeenCalled();
  });
});
