import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { CompressionThreads, type CompressionThreadsOptions } from './compression-threads.js';

/** A thread that does what its task says: these are about the threads, not about what they do with a prompt. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ messages }) => {
      const task = Buffer.from(messages).toString();
      if (task === 'spin') for (;;);
      if (task === 'throw') throw new Error('broken');
      parentPort.postMessage({ messages: Buffer.from(task.toUpperCase()) });
    });
  `)}`,
);
const NEVER_STARTS = new URL('data:text/javascript,throw%20new%20Error("no")');

describe('CompressionThreads', () => {
  const open: CompressionThreads[] = [];
  afterEach(() => Promise.all(open.splice(0).map((threads) => threads.close())));

  function start(
    options: Partial<CompressionThreadsOptions> = {},
  ): (task: string) => Promise<string | undefined> {
    const threads = new CompressionThreads({ logger: pino({ enabled: false }), entry: ENTRY, ...options });
    open.push(threads);
    return async (task) => {
      const { messages } = await threads.run('shorten', Buffer.from(task));
      return messages === undefined ? undefined : Buffer.from(messages).toString();
    };
  }

  it('answers tasks, more at once than it has threads', async () => {
    const run = start();
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(run));
    expect(answers).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it.each(['spin', 'throw'])('loses a task that does not end well, and no other: %s', async (bad) => {
    const run = start({ limitMs: 1_000 });
    expect(await run('warm')).toBe('WARM');
    expect(await run(bad)).toBeUndefined();
    expect(await run('next')).toBe('NEXT');
  });

  it('lets the second thread work while the first hangs', async () => {
    const run = start({ limitMs: 2_000 });
    // Both have started before one of them takes a processor for itself.
    expect(await Promise.all(['warm', 'too'].map(run))).toEqual(['WARM', 'TOO']);
    const hanging = run('spin');
    expect(await run('beside')).toBe('BESIDE');
    expect(await hanging).toBeUndefined();
  });

  it('gives up at once on more tasks than may wait', async () => {
    const run = start({ maxThreads: 1, maxWaiting: 2 });
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(run));
    expect(answers).toEqual(['A', 'B', undefined, undefined]);
  });

  it('answers nothing when a thread cannot start, and keeps no call waiting', async () => {
    const run = start({ entry: NEVER_STARTS, limitMs: 100 });
    expect(await run('a')).toBeUndefined();
  });

  it('answers what still waits when it is closed', async () => {
    const run = start({ limitMs: 10_000 });
    const answer = run('spin');
    await open[0]?.close();
    expect(await answer).toBeUndefined();
  });

  it('works here where a thread cannot load the sources', async () => {
    const threads = new CompressionThreads({ logger: pino({ enabled: false }) });
    expect(await threads.run('shorten', Buffer.from('[]'))).toEqual({ messages: undefined });
    expect(await threads.run('pieces', Buffer.from('[]'))).toEqual({ pieces: [] });
  });
});
