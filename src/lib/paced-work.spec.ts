import { describe, expect, it } from 'vitest';
import { Clock } from './clock.js';
import { PacedWork, restAfter } from './paced-work.js';

describe('after a step of paced work', () => {
  const step = { isMore: true, startedMs: 100, endedMs: 130, untilMs: 1_000, isStopping: false };
  it.each([
    ['it rests as long as the step took', {}, 30],
    ['it rests though little time is left', { untilMs: 131 }, 30],
    ['it is over when its time is', { untilMs: 130 }, undefined],
    ['it is over when the step went beyond its time', { endedMs: 2_000 }, undefined],
    ['it is over when nothing is left to do', { isMore: false }, undefined],
    ['it is over when the process stops', { isStopping: true }, undefined],
    ['a step that took no time is followed by the next one', { endedMs: 100 }, 0],
  ])('%s', (_rule, fields, rest) => {
    expect(restAfter({ ...step, ...fields })).toBe(rest);
  });
});

/** Moves when it is told to. */
class HandClock extends Clock {
  constructor(public ms = 0) {
    super();
  }
  now(): Date {
    return new Date(this.ms);
  }
  monotonicMs(): number {
    return this.ms;
  }
}

describe('paced work', () => {
  it('goes on while there is more', async () => {
    let left = 3;
    await new PacedWork(new HandClock()).run(1_000, () => Promise.resolve((left -= 1) > 0));
    expect(left).toBe(0);
  });

  it('ends behind the step that its time ends in, and does one at least', async () => {
    for (const forMs of [0, 5]) {
      const clock = new HandClock();
      let steps = 0;
      await new PacedWork(clock).run(forMs, () => {
        steps += 1;
        clock.ms += 5;
        return Promise.resolve(true);
      });
      expect(steps).toBe(1);
    }
  });

  it('does nothing once the process stops', async () => {
    const work = new PacedWork(new HandClock());
    work.onModuleDestroy();
    await work.run(1_000, () => Promise.reject(new Error('a step')));
  });

  it('is woken by a stop while it rests, and does no further step', async () => {
    const clock = new HandClock();
    const work = new PacedWork(clock);
    let steps = 0;
    const running = work.run(Infinity, () => {
      steps += 1;
      // An hour of rest is due, and the stop comes when it has begun.
      clock.ms += 3_600_000;
      setImmediate(() => work.onModuleDestroy());
      return Promise.resolve(true);
    });
    await running;
    expect(steps).toBe(1);
  });

  it('deletes part after part until nothing is left, and says how many', async () => {
    const parts = [3, 0, 2].map((left) => () => Promise.resolve(left > 0 ? (left -= 1) + 1 : 0));
    expect(await new PacedWork(new HandClock()).delete(parts)).toBe(3 + 2 + 1 + 2 + 1);
    expect(await new PacedWork(new HandClock()).delete([])).toBe(0);
  });

  it('leaves what it does not get to delete within three minutes, or before the process stops', async () => {
    const clock = new HandClock();
    const work = new PacedWork(clock);
    const part = (): Promise<number> => {
      clock.ms += 180_000;
      return Promise.resolve(5);
    };
    expect(await work.delete([part])).toBe(5);
    work.onModuleDestroy();
    expect(await work.delete([part])).toBe(0);
  });

  it('tells what a step throws', async () => {
    const work = new PacedWork(new HandClock());
    await expect(work.run(1_000, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  });
});
