import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { IntakeThread } from './intake-thread.js';

/** A thread that does what the body says: these are about the thread, not about what it reads. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ bytes }) => {
      const task = Buffer.from(bytes).toString().trim();
      if (task === 'spin') for (;;);
      if (task === 'throw') throw new Error('broken');
      parentPort.postMessage({ kind: 'unreadable', problem: 'shape', message: task });
    });
  `)}`,
);
/** Larger than what is read without a thread. */
const PADDING = 20_000;

describe('IntakeThread', () => {
  const open: IntakeThread[] = [];
  afterEach(() => Promise.all(open.splice(0).map((thread) => thread.close())));

  function start(limitMs?: number): { thread: IntakeThread; read: (task: string) => Promise<string> } {
    const thread = new IntakeThread({ logger: pino({ enabled: false }), entry: ENTRY, limitMs });
    open.push(thread);
    const read = async (task: string): Promise<string> => {
      const bytes = new Uint8Array(Buffer.from(task.padEnd(PADDING)));
      const window = { earliestMs: 0, latestMs: 0 };
      const outcome = await thread.read({
        projectId: 'prj_1',
        format: 'json',
        bytes,
        keepContent: true,
        window,
      });
      return outcome.kind === 'unreadable' ? outcome.message : 'read';
    };
    return { thread, read };
  }

  it('answers bodies in their order, however many wait', async () => {
    const { read } = start();
    expect(await Promise.all(['a', 'b', 'c'].map(read))).toEqual(['a', 'b', 'c']);
  });

  it.each(['spin', 'throw'])('loses a body that it dies over, and no other: %s', async (bad) => {
    const { read } = start(1_000);
    const outcomes = await Promise.allSettled(['a', bad, 'b'].map(read));
    expect(outcomes).toMatchObject([
      { value: 'a' },
      { reason: { name: 'IntakeThreadError', reason: 'died' } },
      { value: 'b' },
    ]);
  });

  it('lets go of what waits when it is closed', async () => {
    const { thread, read } = start();
    const outcomes = Promise.allSettled(['spin', 'a'].map(read));
    await thread.close();
    expect(await outcomes).toMatchObject([
      { reason: { reason: 'closed' } },
      { reason: { reason: 'closed' } },
    ]);
  });
});
