import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../lib/durations.js';

/** What the cached answers of one project may take in the database, about: each process looks once a minute. */
export const MAX_PROJECT_BYTES = 256 * 1_048_576;
/** What an answer takes beside its bytes: a small one is no gift. */
export const BYTES_EACH = 1_024;
const MAX_PROJECTS = 10_000;

/** Knows about how much of its room each project has used. */
export class ProjectRoom {
  private readonly used = new LRUCache<string, Promise<{ bytes: number }>>({
    max: MAX_PROJECTS,
    ttl: MINUTE_MS,
  });

  /** @param measure what a project's answers take, `BYTES_EACH` for each included */
  constructor(private readonly measure: (projectId: string) => Promise<number>) {}

  /** Whether there is room for that much, which is taken then. Rejects with what measuring rejects with. */
  async take(projectId: string, bytes: number): Promise<boolean> {
    const used = await this.usedBy(projectId);
    const wanted = bytes + BYTES_EACH;
    if (used.bytes + wanted > MAX_PROJECT_BYTES) return false;
    used.bytes += wanted;
    return true;
  }

  private usedBy(projectId: string): Promise<{ bytes: number }> {
    const known = this.used.get(projectId);
    if (known !== undefined) return known;
    const measuring = this.measure(projectId).then((bytes) => ({ bytes }));
    this.used.set(projectId, measuring);
    measuring.catch(() => this.used.delete(projectId));
    return measuring;
  }
}
