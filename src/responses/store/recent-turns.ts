import { LRUCache } from 'lru-cache';
import type { KeptItem } from './items/kept-item.js';

/** What a response adds to a conversation. */
export interface Turn {
  readonly input: readonly KeptItem[];
  readonly output: readonly KeptItem[];
}

export interface RecentTurn extends Turn {
  readonly previousId: string | undefined;
}

/** Turns one behind the other, which need not be read again: as many as are in memory. */
export interface RecentRun {
  /** Of the newest; 1 is the response that is gone on from. */
  readonly first: number;
  /** Of the oldest. */
  readonly last: number;
  /** By the response's id. */
  readonly turns: ReadonlyMap<string, Turn>;
}

/** Of one process, all conversations together. */
const MAX_BYTES = 33_554_432;
/** What is deleted or expires elsewhere is not read any more, and is forgotten after so long. */
const FORGET_AFTER_MS = 600_000;
/** About what an item takes beside its text. */
const BYTES_OF_ITEM = 256;
/** Shorter conversations are read as fast. */
const LONG_FROM_BYTES = 65_536;

/** Turn 0 is of no chain, and -1 of nothing. */
export const NO_RECENT: RecentRun = { first: -1, last: -1, turns: new Map() };

/**
 * Turns of long conversations as they were opened last, so that the next turn reads what is new and not all again. Whether they are
 * still there is asked of the database each time.
 */
export class RecentTurns {
  private readonly turns = new LRUCache<string, RecentTurn>({
    maxSize: MAX_BYTES,
    sizeCalculation: bytesOf,
    ttl: FORGET_AFTER_MS,
    updateAgeOnGet: true,
  });

  /** Of the conversation up to this response. @param previousId of it, where it is known */
  runTo(projectId: string, newest: string, previousId: string | undefined): RecentRun {
    const found = new Map<string, Turn>();
    const first = this.turns.has(keyOf(projectId, newest)) ? 1 : 2;
    let id = first === 1 ? newest : previousId;
    while (id !== undefined && !found.has(id)) {
      const turn = this.turns.get(keyOf(projectId, id));
      if (turn === undefined) break;
      found.set(id, turn);
      id = turn.previousId;
    }
    return found.size === 0 ? NO_RECENT : { first, last: first + found.size - 1, turns: found };
  }

  /** Those of one conversation that were opened; nothing of a short one. @param chainBytes all of it */
  remember(projectId: string, opened: ReadonlyMap<string, RecentTurn>, chainBytes: number): void {
    if (chainBytes < LONG_FROM_BYTES) return;
    for (const [id, turn] of opened) this.turns.set(keyOf(projectId, id), turn);
  }

  forget(projectId: string, id: string): void {
    this.turns.delete(keyOf(projectId, id));
  }
}

function keyOf(projectId: string, id: string): string {
  return `${projectId} ${id}`;
}

function bytesOf({ input, output }: Turn): number {
  let bytes = BYTES_OF_ITEM;
  for (const items of [input, output]) for (const { json } of items) bytes += json.length + BYTES_OF_ITEM;
  return bytes;
}
