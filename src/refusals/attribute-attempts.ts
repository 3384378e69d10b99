import type { ListedRefusal, RefusalCount } from './refusal.js';
import type { Attempts } from './refusal-collector.js';

/** A key as far as its holder can be told by a credential. */
export interface KnownKey {
  readonly id: string;
  readonly projectId: string;
  readonly prefix: string;
  readonly hash: string;
}

/**
 * Whose refusals those were: of the key whose digest it is (revoked, expired, disabled), else of the first that begins so, else of
 * nobody. Of the latter kind, which anybody can make who saw how a key begins, `listable` says how many more are listed.
 */
export function attributeAttempts(
  attempts: readonly Attempts[],
  keys: readonly KnownKey[],
  listable: (keyId: string, minute: number) => boolean,
): { counts: RefusalCount[]; rows: ListedRefusal[] } {
  const byDigest = new Map(keys.map((key) => [key.hash, key]));
  const byPrefix = new Map([...keys].reverse().map((key) => [key.prefix, key]));
  const counts: RefusalCount[] = [];
  const rows: ListedRefusal[] = [];
  for (const { prefix, code, minute, count, digests, rows: refused } of attempts) {
    const likely = byPrefix.get(prefix);
    if (likely === undefined) continue;
    let rest = count;
    for (const [digest, times] of digests) {
      const { id: keyId, projectId } = byDigest.get(digest) ?? likely;
      rest -= times;
      counts.push({ projectId, keyId, code, minute, count: times });
    }
    if (rest > 0) counts.push({ projectId: likely.projectId, keyId: likely.id, code, minute, count: rest });
    for (const { refusal, digest } of refused) {
      const proven = byDigest.get(digest);
      const { id: keyId, projectId } = proven ?? likely;
      if (proven !== undefined || listable(keyId, minute))
        rows.push({ ...refusal, projectId, keyId, proven: proven !== undefined });
    }
  }
  return { counts, rows };
}

const LISTED_A_MINUTE = 10;

/** How many attempts with a key's beginning alone are listed: ten a minute, whoever makes them. */
export class UnprovenRows {
  private minute = 0;
  private readonly listed = new Map<string, number>();

  isListable(keyId: string, minute: number): boolean {
    if (minute > this.minute) {
      this.minute = minute;
      this.listed.clear();
    }
    const listed = this.listed.get(keyId) ?? 0;
    if (listed >= LISTED_A_MINUTE) return false;
    this.listed.set(keyId, listed + 1);
    return true;
  }
}

/** One count for each key, code and minute. */
export function mergeCounts(counts: readonly RefusalCount[]): RefusalCount[] {
  const merged = new Map<string, RefusalCount>();
  for (const one of counts) {
    const name = `${one.keyId} ${one.code} ${one.minute}`;
    const known = merged.get(name);
    merged.set(name, known === undefined ? one : { ...one, count: known.count + one.count });
  }
  // In one order for all processes, so that no two wait for each other's rows.
  return [...merged.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count);
}
