import { LRUCache } from 'lru-cache';
import { RecentRequests } from './templates/recent-requests.js';

const MAX_PROJECTS = 512;
/** Over all projects; each is some two kilobytes. */
const MAX_REQUESTS = 20_000;

/** Recent requests of the projects that were last active, bounded over all of them. */
export class RecentByProject {
  private readonly projects = new LRUCache<string, RecentRequests>({ max: MAX_PROJECTS });
  private asked = 0;

  of(projectId: string): RecentRequests {
    const known = this.projects.get(projectId);
    if (known !== undefined) return known;
    const recent = new RecentRequests();
    this.projects.set(projectId, recent);
    return recent;
  }

  /** Forgets the projects that were silent longest, while too much is remembered. Cheap: counted now and then. */
  trim(): void {
    this.asked += 1;
    if (this.asked % TRIM_EVERY !== 0) return;
    let requests = 0;
    for (const recent of this.projects.values()) requests += recent.size;
    while (requests > MAX_REQUESTS && this.projects.size > 1) requests -= this.projects.pop()?.size ?? 0;
  }
}

const TRIM_EVERY = 256;
