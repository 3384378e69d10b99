import { LRUCache } from 'lru-cache';
import { GroupIndex, type GroupTemplate } from '../templates/group-index.js';
import { PromptUse } from './prompt-use.js';
import type { GroupDocument } from '../reading/read-document.js';
import { RequestRing } from '../templates/request-ring.js';

const MAX_RECENT = 512;
const MAX_PROMPTS = 256;
/** What is known of how a prompt is used takes as much memory as so many requests. */
const USE_SIZE = 2;
/** The beginning and the end of a clause: that much an order has in common with itself. */
const MIN_EDGES = 2;

/**
 * What one project's requests under common system prompts have in common in their messages. A prompt may serve one task whose
 * messages are free, or several tasks that the messages name.
 */
export class PromptParts {
  readonly requests = new RequestRing(MAX_RECENT, MIN_EDGES);
  private readonly uses = new LRUCache<string, PromptUse>({ max: MAX_PROMPTS });
  /** By the group of the prompt: the first template that its messages showed. */
  private readonly first = new LRUCache<string, GroupTemplate>({
    max: MAX_PROMPTS,
    dispose: (template) => this.index.remove(template),
  });
  private readonly index = new GroupIndex<GroupTemplate>([]);

  get size(): number {
    return this.requests.size + USE_SIZE * this.uses.size;
  }

  /** Whether the messages of a request are worth a look; where they have shown to be free, few are. */
  isWorthALook(groupId: string): boolean {
    return this.first.has(groupId) || (this.uses.get(groupId)?.isWorthALook() ?? true);
  }

  /** How the prompt is used. @param prompt the system prompt's text */
  useOf(groupId: string, prompt: string): PromptUse {
    let use = this.uses.get(groupId);
    if (use === undefined) {
      use = new PromptUse(prompt);
      this.uses.set(groupId, use);
    }
    return use;
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
}
