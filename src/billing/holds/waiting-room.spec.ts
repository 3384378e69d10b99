import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../auth/caller.js';
import { SystemClock } from '../../lib/clock.js';
import type { PicoUsd } from '../../lib/money.js';
import { openAccount, type Account, type Hold } from './account.js';
import type { AccountReloads } from './account-reloads.service.js';
import type { BalanceLeases, Grant, LockedAccount } from './leases/balance-leases.repository.js';
import { WaitingRoom } from './waiting-room.service.js';

const BALANCE = 1_000n;

/** A room of one process, and what the database would know of another one. */
class Room {
  /** What the other process was granted. */
  others: PicoUsd = BALANCE;
  readonly account: Account = openAccount({ id: 'org_1', kind: 'organization' });
  readonly notices: Grant['notices'][number][] = [];
  private readonly room = new WaitingRoom(
    { change: this.change.bind(this) } as unknown as BalanceLeases,
    { keepUp: () => Promise.resolve(), run: () => undefined } as unknown as AccountReloads,
    new SystemClock(),
  );

  ask(): Promise<Hold | undefined> {
    return new Promise((admit, refuse) => {
      this.account.waiting.push({
        kind: 'call',
        caller: {} as Caller,
        estimate: 10n,
        onCredit: false,
        isJudged: false,
        deadlineMs: Number.POSITIVE_INFINITY,
        admit,
        refuse,
      });
      this.room.serve(this.account);
    });
  }

  giveBack(): void {
    this.others = 0n;
    this.account.recall?.returned('prc_2');
  }

  private change<Decision extends Grant>(
    _purse: unknown,
    decide: (account: LockedAccount) => Decision,
  ): Promise<Decision> {
    const facts = { balance: BALANCE, bound: undefined, reload: undefined, cardDeclined: false };
    const others = new Map(this.others > 0n ? [['prc_2', this.others]] : []);
    const decision = decide({ facts, others });
    this.notices.push(...decision.notices);
    return Promise.resolve(decision);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a call that another process stands in the way of, which was granted all that is left', () => {
  it.each([0, 700, 1_900])(
    'passes when that one gives back after %i ms, as a busy one does',
    async (busyMs) => {
      const room = new Room();
      const asked = room.ask();
      await vi.advanceTimersByTimeAsync(busyMs);
      expect(room.notices).toEqual(['recall']);
      room.giveBack();
      expect(await asked).toBeDefined();
      expect(room.account.held).toBe(10n);
    },
  );

  it('is refused when that one says nothing for as long as is waited, with nothing held', async () => {
    const room = new Room();
    const refused = expect(room.ask()).rejects.toMatchObject({ code: 'reserved_in_flight' });
    await vi.advanceTimersByTimeAsync(2_100);
    await refused;
    expect(room.account.held).toBe(0n);
  });

  it('is refused at once when that one answers that it holds all of it', async () => {
    const room = new Room();
    const refused = expect(room.ask()).rejects.toMatchObject({ code: 'reserved_in_flight' });
    await vi.advanceTimersByTimeAsync(0);
    room.account.recall?.returned('prc_2');
    await vi.advanceTimersByTimeAsync(25);
    await refused;
  });
});
