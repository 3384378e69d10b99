import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { BullJobQueue } from '../../src/queue/bull-job-queue.js';
import { InProcessJobQueue } from '../../src/queue/in-process-job-queue.js';
import { newId } from '../../src/lib/ids.js';

const logger = pino({ level: 'silent' });
const redisUrl = process.env['REDIS_TEST_URL'];

describe('the job queue in a process', () => {
  it('does each id once, one after the other, and a job that fails holds up none', async () => {
    const queue = new InProcessJobQueue(logger);
    const done: string[] = [];
    queue.handle('work', (id) => {
      done.push(id);
      return id === 'b' ? Promise.reject(new Error('it fails')) : Promise.resolve();
    });
    for (const id of ['a', 'b', 'a', 'c']) await queue.add('work', id);
    await queue.add('nobody', 'x');
    await queue.close();
    expect(done).toEqual(['a', 'b', 'c']);
  });
});

describe.skipIf(redisUrl === undefined)('the job queue on Redis', () => {
  it('does each id once over two processes, also when it is asked for again when it is done', async () => {
    const queues = [new BullJobQueue(redisUrl ?? '', logger), new BullJobQueue(redisUrl ?? '', logger)];
    const name = newId('req');
    const done: string[] = [];
    let isDone: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (isDone = resolve));
    for (const queue of queues)
      queue.handle(name, (id) => {
        done.push(id);
        // Each process takes one: which ends first is nobody's to say.
        if (done.includes('first') && done.includes('last')) isDone();
        return Promise.resolve();
      });
    for (const queue of queues) await queue.add(name, 'first');
    for (const queue of queues) await queue.add(name, 'first');
    await queues[0]?.add(name, 'last');
    await both;
    expect(done.filter((id) => id === 'first')).toHaveLength(1);
    await Promise.all(queues.map((queue) => queue.close()));
  });
});
