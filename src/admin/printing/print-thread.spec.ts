import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PrintThread } from './print-thread.js';

/** A thread that does what the first text says: these are about the thread, not about what it prints. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let pages = 0;
    parentPort.on('message', ({ page, report }) => {
      const { id } = JSON.parse(page?.texts ?? report.rows.texts[0]);
      if (id === 'spin') for (;;);
      if (id === 'throw') throw new Error('broken');
      parentPort.postMessage(id + ' from the thread, page ' + (pages += 1));
    });
  `)}`,
);

const call = (id: string, padding: number): string =>
  JSON.stringify({
    id,
    createdAt: '2026-03-01T10:00:00Z',
    requestedModel: 'm'.repeat(padding),
    costUsd: null,
    billedUsd: '0.5',
    detail: { usage: null, reasons: [], attempts: [], timings: {}, trace_id: null },
  });

describe('PrintThread', () => {
  const open: PrintThread[] = [];
  afterEach(() => Promise.all(open.splice(0).map((thread) => thread.close())));

  function start(idleMs?: number) {
    const thread = new PrintThread({ logger: pino({ enabled: false }), entry: ENTRY, idleMs });
    open.push(thread);
    const print = (id: string, padding = 20_000) =>
      thread.print({
        kind: 'calls',
        page: { texts: call(id, padding), limit: 20, isBackwards: false },
      });
    return { thread, print };
  }

  /** As it is printed without the thread. */
  const here = (id: string) => expect.stringContaining(`{"object":"list","data":[{"id":"${id}",`) as string;

  it('prints small pages here and large ones in the thread, in their order', async () => {
    const { print } = start();
    expect(await Promise.all([print('a'), print('b', 1), print('c')])).toEqual([
      'a from the thread, page 1',
      here('b'),
      'c from the thread, page 2',
    ]);
  });

  it('prints long reports of usage in the thread too', async () => {
    const { thread, print } = start();
    const texts = [call('usage', 20_000)];
    const rows = { texts, keys: [], groups: ['day'] as const, slots: [], sums: [] };
    const report = thread.print({ kind: 'usage', report: { rows, whole: undefined, names: undefined } });
    expect(await Promise.all([report, print('a')])).toEqual([
      'usage from the thread, page 1',
      'a from the thread, page 2',
    ]);
  });

  it('prints here what the thread died over and what waited for it, and then has another', async () => {
    const { print } = start();
    expect(await print('a')).toBe('a from the thread, page 1');
    expect(await Promise.all([print('throw'), print('b')])).toEqual([here('throw'), here('b')]);
    expect(await print('c')).toBe('c from the thread, page 1');
  });

  it('prints here what is left when it is closed', async () => {
    const { thread, print } = start();
    const printed = Promise.all([print('spin'), print('a')]);
    await thread.close();
    expect(await printed).toEqual([here('spin'), here('a')]);
  });

  it('ends the thread when nobody asks, and starts another one for the next page', async () => {
    const { print } = start(0);
    await print('a');
    await vi.waitFor(async () => {
      expect(await print('a')).toBe('a from the thread, page 1');
    });
  });
});
