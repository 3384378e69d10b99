import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { JobQueue } from './job-queue.js';

const logger = pino({ level: 'silent' });

/** Jobs that run until they are let go. */
function heldQueue(options: { maxWaiting?: number; concurrency?: number } = {}) {
  const started: number[] = [];
  const letGo: (() => void)[] = [];
  const queue = new JobQueue<number>({
    name: 'jobs',
    maxWaiting: 10,
    concurrency: 2,
    logger,
    ...options,
    run: (job, signal) => {
      started.push(job);
      return new Promise((resolve, reject) => {
        letGo.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    },
  });
  return { queue, started, letGo };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('JobQueue', () => {
  it('runs so many at once, and the next when one has ended', async () => {
    const { queue, started, letGo } = heldQueue();
    for (const job of [1, 2, 3]) queue.add(job);
    expect(started).toEqual([1, 2]);
    letGo[0]?.();
    await turn();
    expect(started).toEqual([1, 2, 3]);
  });

  it('drops what comes while it is full', () => {
    const { queue } = heldQueue({ maxWaiting: 2, concurrency: 1 });
    expect([1, 2, 3, 4].map((job) => queue.add(job))).toEqual([true, true, true, false]);
  });

  it('goes on after a job that failed', async () => {
    const ran: number[] = [];
    const queue = new JobQueue<number>({
      name: 'jobs',
      maxWaiting: 10,
      concurrency: 1,
      logger,
      run: (job) => {
        ran.push(job);
        return job === 1 ? Promise.reject(new Error('no')) : Promise.resolve();
      },
    });
    queue.add(1);
    queue.add(2);
    await turn();
    await turn();
    expect(ran).toEqual([1, 2]);
  });

  it('aborts what runs and forgets the rest when it stops', async () => {
    const { queue, started } = heldQueue({ concurrency: 1 });
    queue.add(1);
    queue.add(2);
    await turn();
    await queue.stop();
    expect(started).toEqual([1]);
    expect(queue.add(3)).toBe(false);
  });
});
