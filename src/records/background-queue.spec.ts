import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../http/logger.js';
import { BackgroundQueue } from './background-queue.js';

interface Entry {
  readonly key: string;
  readonly value: number;
}

const away = new Error('away');
const badRow = Object.assign(new Error('bad row'), { code: '22P02' });

function aQueue(
  write: (entries: readonly Entry[]) => Promise<void>,
  maxWaiting = 100,
): BackgroundQueue<Entry> {
  return new BackgroundQueue<Entry>({
    name: 'test',
    maxWaiting,
    gatherMs: 0,
    keyOf: ({ key }) => key,
    merge: (standing, next) => ({ key: standing.key, value: Math.max(standing.value, next.value) }),
    write,
    logger: createLogger('silent'),
  });
}

describe('BackgroundQueue', () => {
  it('writes what came together at once, one entry a key', async () => {
    const write = vi.fn(() => Promise.resolve());
    const queue = aQueue(write);
    for (const [key, value] of [
      ['a', 2],
      ['b', 1],
      ['a', 1],
    ] as const)
      queue.add({ key, value });
    await queue.drain();
    expect(write.mock.calls).toEqual([
      [
        [
          { key: 'a', value: 2 },
          { key: 'b', value: 1 },
        ],
      ],
    ]);
  });

  it('writes by itself', async () => {
    const written = new Promise<readonly Entry[]>((resolve) => {
      const queue = aQueue((entries) => {
        resolve(entries);
        return Promise.resolve();
      });
      queue.add({ key: 'a', value: 1 });
    });
    expect(await written).toEqual([{ key: 'a', value: 1 }]);
  });

  it('keeps what could not be written, and lets newer entries of the same key meet it', async () => {
    const write = vi.fn<(entries: readonly Entry[]) => Promise<void>>().mockRejectedValueOnce(away);
    write.mockResolvedValue();
    const queue = aQueue(write);
    queue.add({ key: 'a', value: 5 });
    await queue.drain();
    queue.add({ key: 'a', value: 1 });
    await queue.drain();
    expect(write.mock.calls.map(([entries]) => entries)).toEqual([
      [{ key: 'a', value: 5 }],
      [{ key: 'a', value: 5 }],
    ]);
  });

  it('loses only the row that the database refuses', async () => {
    const kept: string[] = [];
    const queue = aQueue((entries) => {
      if (entries.some(({ key }) => key === 'bad')) return Promise.reject(badRow);
      kept.push(...entries.map(({ key }) => key));
      return Promise.resolve();
    });
    for (const key of ['a', 'bad', 'b']) queue.add({ key, value: 1 });
    await queue.drain();
    expect(kept).toEqual(['a', 'b']);
  });

  it('drops what is new when too much waits, and still takes what replaces something', async () => {
    const write = vi.fn(() => Promise.resolve());
    const queue = aQueue(write, 2);
    for (const [key, value] of [
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['a', 9],
    ] as const)
      queue.add({ key, value });
    await queue.drain();
    expect(write.mock.calls).toEqual([
      [
        [
          { key: 'a', value: 9 },
          { key: 'b', value: 1 },
        ],
      ],
    ]);
  });
});
