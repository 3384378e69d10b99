import { firstValueFrom, from } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { actAs, currentActor, type Actor } from './actor.js';

const actor = (who: string): Actor => ({ who, name: null, requestId: `request of ${who}` });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function act(who: string, work: () => Promise<unknown>): Promise<unknown> {
  return firstValueFrom(actAs(actor(who), () => from(work())));
}

describe('an actor', () => {
  it('stands behind all that the work waits for, each behind its own', async () => {
    const seen = async (): Promise<string[]> => {
      const names: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        names.push(currentActor()?.who ?? 'nobody');
        await turn();
      }
      return names;
    };
    const both = await Promise.all([act('one', seen), act('two', seen), seen()]);
    expect(both).toEqual([
      ['one', 'one', 'one'],
      ['two', 'two', 'two'],
      ['nobody', 'nobody', 'nobody'],
    ]);
  });

  it('is still there when another one, who began later, has ended', async () => {
    let goOn: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const first = act('first', async () => {
      await waiting;
      return currentActor()?.who;
    });
    await act('second', turn);
    goOn();
    expect(await first).toBe('first');
  });

  it('is gone once the last work has ended or failed: nothing is followed any more', async () => {
    let after: Promise<string | undefined> = Promise.resolve(undefined);
    const failing = act('one', () => {
      after = turn().then(() => currentActor()?.who);
      return Promise.reject(new Error('failed'));
    });
    await expect(failing).rejects.toThrow('failed');
    expect(await after).toBeUndefined();
    expect(await act('two', () => Promise.resolve(currentActor()?.who))).toBe('two');
  });
});
