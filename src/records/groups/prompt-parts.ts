import { LRUCache } from 'lru-cache';
import { GroupIndex, type GroupTemplate } from './group-index.js';
import type { GroupDocument } from './read-document.js';
import { RequestRing } from './request-ring.js';

const MAX_RECENT = 512;
const MAX_PROMPTS = 256;
/** The beginning and the end of a clause: that much an order has in common with itself. */
const MIN_EDGES = 2;

/** How many requests of a system prompt were of a template that their messages share, or like another one at least. */
interface Coverage {
  seen: number;
  covered: number;
  /** Requests that were asked about since one was looked at. */
  passed: number;
}

/** So many requests count: what a prompt was used for long ago does not. */
const MAX_SEEN = 64;
/** After so many requests of which so few had anything in common, only one of some is looked at. */
const WATCHED = 16;
const FREE_SHARE = 0.2;
const LOOK_EVERY = 4;

/**
 * What one project's requests under common system prompts have in common in their messages. A prompt may serve one task whose
 * messages are free, or several tasks that the messages name.
 */
export class PromptParts {
  readonly requests = new RequestRing(MAX_RECENT, MIN_EDGES);
  private readonly coverage = new LRUCache<string, Coverage>({ max: MAX_PROMPTS });
  /** By the group of the prompt: the first template that its messages showed. */
  private readonly first = new LRUCache<string, GroupTemplate>({
    max: MAX_PROMPTS,
    dispose: (template) => this.index.remove(template),
  });
  private readonly index = new GroupIndex<GroupTemplate>([]);

  get size(): number {
    return this.requests.size;
  }

  /** Whether the messages of a request are worth a look; where they have shown to be free, few are. */
  isWorthALook(groupId: string): boolean {
    const coverage = this.coverage.get(groupId);
    if (coverage === undefined || coverage.seen < WATCHED || this.first.has(groupId)) return true;
    if (coverage.covered > FREE_SHARE * coverage.seen) return true;
    coverage.passed = (coverage.passed + 1) % LOOK_EVERY;
    return coverage.passed === 0;
  }

  firstOf(groupId: string): GroupTemplate | undefined {
    return this.first.get(groupId);
  }

  setFirst(groupId: string, template: Pick<GroupTemplate, 'scope' | 'features' | 'distinct'>): void {
    const first = { ...template, id: groupId, weak: false };
    this.first.set(groupId, first);
    this.index.add(first);
  }

  isOfFirst(messages: GroupDocument): boolean {
    return this.index.match(messages) !== undefined;
  }

  count(groupId: string, isCovered: boolean): void {
    const coverage = this.coverage.get(groupId) ?? { seen: 0, covered: 0, passed: 0 };
    if (coverage.seen >= MAX_SEEN) {
      coverage.seen /= 2;
      coverage.covered /= 2;
    }
    coverage.seen += 1;
    if (isCovered) coverage.covered += 1;
    this.coverage.set(groupId, coverage);
  }

  /** Whether so many requests were seen, and such a share of them had something in common with others. */
  isCovered(groupId: string, { seen, share }: { readonly seen: number; readonly share: number }): boolean {
    const coverage = this.coverage.get(groupId);
    return coverage !== undefined && coverage.seen >= seen && coverage.covered >= share * coverage.seen;
  }
}
