import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './clock.js';
import { MINUTE_MS } from './durations.js';

/** What a sweep does not get to delete within it the next one does. */
const DELETES_FOR_MS = 3 * MINUTE_MS;

/** A step that was done, and the work that it is of. */
export interface DoneStep {
  /** Whether there is more to do. */
  readonly isMore: boolean;
  readonly startedMs: number;
  readonly endedMs: number;
  /** When the work is left to its next run. */
  readonly untilMs: number;
  readonly isStopping: boolean;
}

/** Calls have the database and the disk to themselves for half of the time. @returns undefined: no further step */
export function restAfter({ isMore, startedMs, endedMs, untilMs, isStopping }: DoneStep): number | undefined {
  if (!isMore || isStopping || endedMs >= untilMs) return undefined;
  return endedMs - startedMs;
}

/** Work that nobody waits for, step by step, beside the calls of the same process and database, until the process stops. */
export class PacedWork {
  private readonly stopping = new AbortController();

  constructor(private readonly clock: Clock) {}

  /** No step begins from now on, and who rests is woken: a stop waits for what is under way. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Each step is followed by a rest that is as long. Rejects with what a step throws.
   * @param forMs when it takes longer it ends behind a step; the next run goes on
   * @param step whether there is more to do
   */
  async run(forMs: number, step: () => Promise<boolean>): Promise<void> {
    const { signal } = this.stopping;
    const untilMs = this.clock.monotonicMs() + forMs;
    while (!signal.aborted) {
      const startedMs = this.clock.monotonicMs();
      const isMore = await step();
      const endedMs = this.clock.monotonicMs();
      const restMs = restAfter({ isMore, startedMs, endedMs, untilMs, isStopping: signal.aborted });
      if (restMs === undefined) return;
      await pause(restMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * Deletes much, a part at a time: each is asked again until it deletes nothing, then the next one.
   * @param parts how many it deleted just now
   * @returns how many in all; what is left goes with the next sweep
   */
  async delete(parts: readonly (() => Promise<number>)[]): Promise<number> {
    const left = [...parts];
    let deleted = 0;
    await this.run(DELETES_FOR_MS, async () => {
      const count = (await left[0]?.()) ?? 0;
      deleted += count;
      if (count === 0) left.shift();
      return left.length > 0;
    });
    return deleted;
  }
}
