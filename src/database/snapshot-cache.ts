import type { LRUCache } from 'lru-cache';
import { growingCache } from '../lib/growing-cache.js';
import type { ChangeFeed } from './change-feed.js';
import { asDatabaseFailure, readTwice } from './database-unavailable.error.js';

export interface SnapshotCacheOptions<K extends string, V> {
  readonly feed: ChangeFeed;
  readonly maxEntries: number;
  /** Reads the truth; `undefined` when there is none (remembered too, so that a bad key costs one query). */
  readonly load: (key: K) => Promise<V | undefined>;
  readonly organizationOf: (value: V) => string;
}

interface Entry<V> {
  readonly value: V | undefined;
  readonly loadedAt: number;
}

/** How long an answer of "there is none" is believed; a new key works at once because its creation is announced. */
const ABSENT_TTL_MS = 1_000;
/** How long memory is believed while announcements may be missed. */
const BLIND_TTL_MS = 500;

/**
 * Settings in memory, dropped when the change feed says so. `peek` is synchronous, for the hot path; `get` loads once
 * however many callers wait. A load that was overtaken by a change is answered but not remembered.
 */
export class SnapshotCache<K extends string, V> {
  private readonly entries: LRUCache<K, Entry<V>>;
  private readonly loading = new Map<K, Promise<V | undefined>>();
  private generation = 0;

  constructor(private readonly options: SnapshotCacheOptions<K, V>) {
    this.entries = growingCache(options.maxEntries);
    options.feed.onChange((change) =>
      this.forget(change === 'everything' ? undefined : change.organizationId),
    );
  }

  /** The remembered value, or `undefined` when `get` must be asked. */
  peek(key: K): V | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && this.isFresh(entry) ? entry.value : undefined;
  }

  /** @throws DatabaseUnavailableError (503) */
  async get(key: K): Promise<V | undefined> {
    const entry = this.entries.get(key);
    if (entry !== undefined && this.isFresh(entry)) return entry.value;
    const pending = this.loading.get(key);
    if (pending !== undefined) return pending;
    const load = this.load(key).finally(() => {
      if (this.loading.get(key) === load) this.loading.delete(key);
    });
    this.loading.set(key, load);
    return load;
  }

  private async load(key: K): Promise<V | undefined> {
    const generation = this.generation;
    const value = await readTwice(() => this.options.load(key)).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
    if (generation === this.generation) this.entries.set(key, { value, loadedAt: performance.now() });
    return value;
  }

  private isFresh(entry: Entry<V>): boolean {
    const age = performance.now() - entry.loadedAt;
    if (entry.value === undefined) return age < ABSENT_TTL_MS;
    return this.options.feed.isLive || age < BLIND_TTL_MS;
  }

  private forget(organizationId: string | undefined): void {
    this.generation += 1;
    // A caller that asks from now on must not be handed a load that began before the change.
    this.loading.clear();
    for (const [key, entry] of this.entries.entries()) {
      if (
        organizationId === undefined ||
        entry.value === undefined ||
        this.options.organizationOf(entry.value) === organizationId
      ) {
        this.entries.delete(key);
      }
    }
  }
}
