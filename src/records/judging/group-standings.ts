import type { Logger } from 'pino';
import { growingCache } from '../../lib/growing-cache.js';
import type { GroupStanding } from './group-standing.js';

/** Younger than this, memory is believed and nothing is asked. */
const FRESH_MS = 250;
/** Up to here memory answers while it is read anew behind the call. With the time that a write is gathered: within a second. */
const USABLE_MS = 800;
/** A call waits no longer for a group's standing; it goes on without one. */
const MAX_WAIT_MS = 250;
const MAX_GROUPS = 20_000;

interface Entry {
  readonly standing: GroupStanding;
  readonly loadedAtMs: number;
}

export interface GroupStandingsOptions {
  readonly load: (groupId: string) => Promise<GroupStanding>;
  readonly monotonicMs: () => number;
  readonly logger: Logger;
}

/**
 * Standings of groups in memory. Verdicts come with every call, and the change feed drops all that is remembered of an
 * organization: it would empty memory all the time. So age decides here, and no standing is older than a second.
 */
export class GroupStandings {
  private readonly entries = growingCache<string, Entry>(MAX_GROUPS);
  private readonly loading = new Map<string, Promise<void>>();

  constructor(private readonly options: GroupStandingsOptions) {}

  /** What is remembered, or `undefined` when `prepare` must be asked. A standing that goes stale is read anew behind the call. */
  peek(groupId: string): GroupStanding | undefined {
    const entry = this.entries.get(groupId);
    const age = this.ageOf(entry);
    if (age >= FRESH_MS && age < USABLE_MS) void this.load(groupId);
    return age < USABLE_MS ? entry?.standing : undefined;
  }

  /** `undefined` when `peek` knows; else resolves when it does, or when a call should wait no longer. Never rejects. */
  prepare(groupId: string): Promise<void> | undefined {
    if (this.peek(groupId) !== undefined) return undefined;
    return withLimit(this.load(groupId), MAX_WAIT_MS);
  }

  /** Changes what is remembered until it is read again. */
  amend(groupId: string, change: (standing: GroupStanding) => GroupStanding): void {
    const entry = this.entries.get(groupId);
    if (entry !== undefined) this.entries.set(groupId, { ...entry, standing: change(entry.standing) });
  }

  /** Reads groups again that are in memory: this process has just written about them. */
  async refresh(groupIds: Iterable<string>): Promise<void> {
    const known = [...new Set(groupIds)].filter((groupId) => this.entries.has(groupId));
    // A load that began before the write may have missed it.
    for (const groupId of known) this.loading.delete(groupId);
    await Promise.all(known.map((groupId) => this.load(groupId)));
  }

  private load(groupId: string): Promise<void> {
    const pending = this.loading.get(groupId);
    if (pending !== undefined) return pending;
    const startedAtMs = this.options.monotonicMs();
    const load = this.options
      .load(groupId)
      .then(
        (standing) => this.keep(groupId, { standing, loadedAtMs: startedAtMs }),
        (error: unknown) => this.options.logger.warn({ err: error }, 'a group standing could not be read'),
      )
      .finally(() => {
        if (this.loading.get(groupId) === load) this.loading.delete(groupId);
      });
    this.loading.set(groupId, load);
    return load;
  }

  /** A slow load does not replace what a later one has found. */
  private keep(groupId: string, entry: Entry): void {
    const standing = this.entries.get(groupId);
    if (standing === undefined || standing.loadedAtMs <= entry.loadedAtMs) this.entries.set(groupId, entry);
  }

  private ageOf(entry: Entry | undefined): number {
    return entry === undefined ? Infinity : this.options.monotonicMs() - entry.loadedAtMs;
  }
}

function withLimit(work: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
