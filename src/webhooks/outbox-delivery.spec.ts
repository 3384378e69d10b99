import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { SystemClock } from '../lib/clock.js';
import type { DuePost, Outbox, PostOutcome } from './outbox.js';
import { SealedUnreadableError } from '../lib/sealed-unreadable.error.js';
import { OutboxDelivery } from './outbox-delivery.js';

interface Due extends DuePost {
  readonly id: number;
}

const TAKEN: PostOutcome = { status: 204, failure: null };

/** Rows in memory; `waiting` are due. */
class FakeOutbox implements Outbox<Due> {
  readonly name = 'posts';
  waiting: Due[] = [];
  isWanted = true;
  /** Thrown for an owner of this name. */
  fault: { readonly owner: string; readonly error: Error } | undefined;
  readonly settled: { id: number; outcome: PostOutcome; isOver: boolean }[] = [];

  claim({ limit, busy }: { limit: number; busy: readonly string[] }) {
    const claimed = this.waiting.filter(({ owner }) => !busy.includes(owner)).slice(0, limit);
    this.waiting = this.waiting.filter((due) => !claimed.includes(due));
    return Promise.resolve(claimed);
  }

  compose({ owner }: Due) {
    if (this.fault?.owner === owner) return Promise.reject(this.fault.error);
    const post = { url: `https://${owner}.example.com`, body: Buffer.from('{}'), secret: 's' };
    return Promise.resolve(this.isWanted ? post : undefined);
  }

  settle({ id }: Due, outcome: PostOutcome, { nextTryAt }: { nextTryAt: Date | null }) {
    this.settled.push({ id, outcome, isOver: nextTryAt === null });
    return Promise.resolve();
  }
}

const due = (id: number, owner: string): Due => ({ id, owner, tries: 1 });

class UnreadableError extends SealedUnreadableError {}

function start(send: (url: string) => Promise<PostOutcome>, log: string[] = []) {
  const outbox = new FakeOutbox();
  const services = {
    posts: { send: ({ url }: { url: string }) => send(new URL(url).hostname.split('.')[0] ?? '') },
    clock: new SystemClock(),
    logger: pino({ level: 'error' }, { write: (line: string) => log.push(line) }),
  };
  return { outbox, delivery: new OutboxDelivery(outbox, services) };
}

describe('posts of an outbox', () => {
  it('come while a slow server keeps another one waiting, and only four of its owner are under way', async () => {
    let answer: (outcome: PostOutcome) => void = () => undefined;
    const slow = new Promise<PostOutcome>((resolve) => (answer = resolve));
    const { outbox, delivery } = start((owner) => (owner === 'slow' ? slow : Promise.resolve(TAKEN)));
    outbox.waiting = [1, 2, 3, 4].map((id) => due(id, 'slow'));
    await delivery.look();
    outbox.waiting = [due(5, 'slow'), due(6, 'quick')];
    await delivery.look();
    await expect.poll(() => outbox.settled.map(({ id }) => id)).toEqual([6]);
    expect(outbox.waiting.map(({ id }) => id)).toEqual([5]);
    answer(TAKEN);
    await delivery.deliverDue();
    await delivery.deliverDue();
    expect(outbox.settled.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('that fail are tried again, unless nobody is to be told any more', async () => {
    const { outbox, delivery } = start(() => Promise.reject(new Error('refused')));
    outbox.waiting = [due(1, 'a')];
    await delivery.deliverDue();
    expect(outbox.settled).toEqual([{ id: 1, outcome: { status: null, failure: 'refused' }, isOver: false }]);
    outbox.isWanted = false;
    outbox.waiting = [due(2, 'a')];
    await delivery.deliverDue();
    expect(outbox.settled.at(-1)).toMatchObject({ id: 2, isOver: true, outcome: { status: null } });
  });

  it('whose secret cannot be read hold up no others, and the operator is told', async () => {
    const log: string[] = [];
    const { outbox, delivery } = start(() => Promise.resolve(TAKEN), log);
    const error = new UnreadableError({ code: 'x_unreadable', message: 'cannot be read' }, new Error('why'));
    outbox.fault = { owner: 'a', error };
    outbox.waiting = [due(1, 'a'), due(2, 'b')];
    await delivery.deliverDue();
    expect(outbox.settled).toContainEqual({
      id: 1,
      outcome: { status: null, failure: 'cannot be read' },
      isOver: false,
    });
    expect(outbox.settled).toContainEqual({ id: 2, outcome: TAKEN, isOver: true });
    expect(log.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 50, owner: 'a', msg: 'posts cannot be signed', err: { code: 'x_unreadable' } },
    ]);
  });
});
