import { describe, expect, it } from 'vitest';
import { NO_RECENT, RecentTurns, type RecentTurn } from './recent-turns.js';

const LONG = 100_000;

function turn(previousId: string | undefined, bytes = 1_000): RecentTurn {
  const item = { id: 'msg_1', isIdGiven: false, kind: 'whole' as const, json: Buffer.alloc(bytes) };
  return { previousId, input: [item], output: [] };
}

function remembering(turns: Record<string, string | undefined>, bytes?: number): RecentTurns {
  const recent = new RecentTurns();
  const opened = Object.entries(turns).map(([id, previous]) => [id, turn(previous, bytes)] as const);
  recent.remember('p', new Map(opened), LONG);
  return recent;
}

const CHAIN = { a: undefined, b: 'a', c: 'b' };

describe('the turns of a conversation that are in memory', () => {
  it.each([
    ['all, where the newest was read too', CHAIN, 'c', 'b', [1, 3, 'c', 'b', 'a']],
    ['all but the newest, of which is known what it goes on from', CHAIN, 'd', 'c', [2, 4, 'c', 'b', 'a']],
    ['those up to a gap', { a: undefined, c: 'b' }, 'd', 'c', [2, 2, 'c']],
    ['each once, of a chain that goes round', { a: 'b', b: 'a' }, 'a', undefined, [1, 2, 'a', 'b']],
  ])('are %s', (_what, turns, newest, previous, [first, last, ...ids]) => {
    const run = remembering(turns).runTo('p', newest, previous);
    expect(run).toMatchObject({ first, last });
    expect([...run.turns.keys()]).toEqual(ids);
  });

  it.each([
    ['it is another project', 'q', 'c', 'b'],
    ['nobody knows what the newest goes on from', 'p', 'd', undefined],
    ['it goes on from something else', 'p', 'd', 'x'],
  ])('are none where %s', (_why, project, newest, previous) => {
    expect(remembering(CHAIN).runTo(project, newest, previous)).toBe(NO_RECENT);
  });

  it('are none of a short one', () => {
    const recent = new RecentTurns();
    recent.remember('p', new Map([['a', turn(undefined)]]), 1_000);
    expect(recent.runTo('p', 'a', undefined)).toBe(NO_RECENT);
  });

  it('end where one was forgotten', () => {
    const recent = remembering(CHAIN);
    recent.forget('p', 'b');
    expect([...recent.runTo('p', 'c', undefined).turns.keys()]).toEqual(['c']);
  });

  it('give way to newer ones, however many there are', () => {
    const recent = remembering(CHAIN, 15_000_000);
    expect([...recent.runTo('p', 'c', undefined).turns.keys()]).toEqual(['c', 'b']);
  });
});
