import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialer, type DialEnd } from './dialer.js';

const AWAY = new Error('the database system is starting up');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Somebody who wants a connection: whether the dial has begun, how to end it, and what came of it. */
class Wish {
  state: 'waits' | 'dials' | 'refused' = 'waits';
  end: (how: DialEnd) => void = () => undefined;

  constructor(dialer: Dialer) {
    dialer.dial({
      start: (ended) => {
        this.state = 'dials';
        this.end = ended;
      },
      refuse: () => {
        this.state = 'refused';
      },
    });
  }
}

const wishes = (dialer: Dialer, count: number): Wish[] =>
  Array.from({ length: count }, () => new Wish(dialer));
const statesOf = (all: readonly Wish[]): string[] => all.map(({ state }) => state);

/** A dialer whose last dial failed just now. */
function awayDialer(): Dialer {
  const dialer = new Dialer('postgres://nowhere');
  new Wish(dialer).end(AWAY);
  return dialer;
}

describe('dials to a database that is there', () => {
  it('begin three at a time, in the order in which they were wanted', () => {
    const all = wishes(new Dialer('postgres://nowhere'), 5);
    expect(statesOf(all)).toEqual(['dials', 'dials', 'dials', 'waits', 'waits']);
    all[1]?.end('open');
    expect(statesOf(all)).toEqual(['dials', 'dials', 'dials', 'dials', 'waits']);
    all[0]?.end('left');
    expect(all[4]?.state).toBe('dials');
  });

  it('are refused together when the first of them fails', async () => {
    const all = wishes(new Dialer('postgres://nowhere'), 20);
    all[0]?.end(AWAY);
    await vi.advanceTimersByTimeAsync(1);
    expect(statesOf(all.slice(3))).toEqual(Array.from({ length: 17 }, () => 'refused'));
  });

  it('are given up when those before them come to no end', async () => {
    const all = wishes(new Dialer('postgres://nowhere'), 4);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(all[3]?.state).toBe('refused');
  });
});

describe('dials to a database that is away', () => {
  it('wait for the next attempt if they are few, and are refused at once if they are many', async () => {
    const all = wishes(awayDialer(), 20);
    await vi.advanceTimersByTimeAsync(1);
    expect(statesOf(all)).toEqual([
      ...Array.from({ length: 4 }, () => 'waits'),
      ...Array.from({ length: 16 }, () => 'refused'),
    ]);
    await vi.advanceTimersByTimeAsync(250);
    expect(statesOf(all.slice(0, 4))).toEqual(['dials', 'waits', 'waits', 'waits']);
    all[0]?.end('open');
    expect(statesOf(all.slice(1, 4))).toEqual(['dials', 'dials', 'dials']);
  });

  it('are at most a few a second, whoever asks and however often', async () => {
    const dialer = awayDialer();
    let open: Wish[] = [];
    let attempts = 0;
    for (let elapsed = 0; elapsed < 60_000; elapsed += 50) {
      open.push(...wishes(dialer, 3));
      await vi.advanceTimersByTimeAsync(50);
      const dials = open.filter(({ state }) => state === 'dials');
      attempts += dials.length;
      for (const wish of dials) wish.end(AWAY);
      open = open.filter(({ state }) => state === 'waits');
    }
    expect(attempts).toBeGreaterThan(0);
    expect(attempts).toBeLessThan(120);
  });

  it('do not lengthen the pause by failures that were under way together', () => {
    const dialer = new Dialer('postgres://nowhere');
    for (const wish of wishes(dialer, 3)) wish.end(AWAY);
    expect(dialer.pauseMs).toBeLessThanOrEqual(250);
  });

  it('are free again after one that opens', () => {
    const dialer = awayDialer();
    vi.advanceTimersByTime(1_000);
    new Wish(dialer).end('open');
    expect(dialer.pauseMs).toBe(0);
    expect(statesOf(wishes(dialer, 3))).toEqual(['dials', 'dials', 'dials']);
  });
});
