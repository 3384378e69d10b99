import { LISTED_REFUSALS, type ListedRefusal, type Refusal, type RefusalCount } from './refusal.js';

const MINUTE_MS = 60_000;
/** Of one process and one flush: what keys, codes and minutes there can be. */
const MAX_COUNTS = 50_000;
/** Rows that wait, all projects together; from here on a project keeps its newest few. */
const MAX_ROWS = 10_000;
const ROWS_WHEN_FULL = 20;
const MAX_PREFIXES = 10_000;
/** Of one beginning of a key: what differs in the rest. */
const MAX_DIGESTS = 16;
const ROWS_OF_PREFIX = 10;

/** Whose refusal it is. */
interface Owner {
  readonly projectId: string;
  readonly keyId: string;
}

/** A credential that opened nothing: how it begins, and the digest of the whole. */
export interface RefusedCredential {
  readonly prefix: string;
  readonly digest: string;
}

/** Refusals of credentials that begin alike, of one code and minute. */
export interface Attempts {
  readonly prefix: string;
  readonly code: string;
  readonly minute: number;
  count: number;
  /** How many came of which; of more than are remembered only the sum is known. */
  readonly digests: Map<string, number>;
  readonly rows: { readonly refusal: Refusal; readonly digest: string }[];
}

/** What came together since the last flush. */
export interface Collected {
  readonly counts: readonly RefusalCount[];
  readonly rows: readonly ListedRefusal[];
  readonly attempts: readonly Attempts[];
}

/**
 * Refusals in memory until they are written together. A flood costs a look-up and an addition each; counts stay exact, and of rows
 * no more are held than a project can list.
 */
export class RefusalCollector {
  private counts = new Map<string, { -readonly [K in keyof RefusalCount]: RefusalCount[K] }>();
  private rows = new Map<string, ListedRefusal[]>();
  private rowCount = 0;
  private attempts = new Map<string, Attempts>();

  /** @param onLost told of refusals that fit in no count any more */
  constructor(private readonly onLost: (count: number) => void) {}

  get isEmpty(): boolean {
    return this.counts.size === 0 && this.attempts.size === 0;
  }

  add({ projectId, keyId }: Owner, refusal: Refusal): void {
    const minute = minuteOf(refusal);
    const name = `${keyId} ${refusal.code} ${minute}`;
    const known = this.counts.get(name);
    if (known !== undefined) known.count += 1;
    else if (this.counts.size < MAX_COUNTS)
      this.counts.set(name, { projectId, keyId, code: refusal.code, minute, count: 1 });
    else this.onLost(1);
    this.list({ ...refusal, projectId, keyId, proven: true });
  }

  /** Whose it is shows when it is written. */
  addAttempt({ prefix, digest }: RefusedCredential, refusal: Refusal): void {
    const attempts = this.attemptsOf(prefix, refusal);
    if (attempts === undefined) {
      this.onLost(1);
      return;
    }
    attempts.count += 1;
    const known = attempts.digests.get(digest);
    if (known !== undefined || attempts.digests.size < MAX_DIGESTS)
      attempts.digests.set(digest, (known ?? 0) + 1);
    attempts.rows.push({ refusal, digest });
    if (attempts.rows.length > ROWS_OF_PREFIX) attempts.rows.shift();
  }

  take(): Collected {
    const taken = {
      counts: [...this.counts.values()],
      rows: [...this.rows.values()].flatMap((rows) => rows.slice(-LISTED_REFUSALS)),
      attempts: [...this.attempts.values()],
    };
    this.counts = new Map();
    this.rows = new Map();
    this.rowCount = 0;
    this.attempts = new Map();
    return taken;
  }

  private attemptsOf(prefix: string, refusal: Refusal): Attempts | undefined {
    const minute = minuteOf(refusal);
    const name = `${prefix} ${refusal.code} ${minute}`;
    const known = this.attempts.get(name);
    if (known !== undefined || this.attempts.size >= MAX_PREFIXES) return known;
    const made = { prefix, code: refusal.code, minute, count: 0, digests: new Map(), rows: [] };
    this.attempts.set(name, made);
    return made;
  }

  private list(row: ListedRefusal): void {
    if (this.rowCount >= 2 * MAX_ROWS) return;
    let rows = this.rows.get(row.projectId);
    if (rows === undefined) this.rows.set(row.projectId, (rows = []));
    rows.push(row);
    this.rowCount += 1;
    // Twice as many, so that the older half goes at once and not one by one.
    const most = this.rowCount > MAX_ROWS ? ROWS_WHEN_FULL : LISTED_REFUSALS;
    if (rows.length < 2 * most) return;
    this.rowCount -= rows.length - most;
    rows.splice(0, rows.length - most);
  }
}

function minuteOf({ createdAt }: Refusal): number {
  return Math.floor(createdAt.getTime() / MINUTE_MS);
}
