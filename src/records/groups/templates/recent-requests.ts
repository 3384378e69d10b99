import { PromptParts } from '../parts/prompt-parts.js';
import { RequestRing } from './request-ring.js';

const MAX_RECENT = 1_024;

/** The last requests of one project that no group took, and what the messages under its system prompts had in common. */
export class RecentRequests extends RequestRing {
  readonly parts = new PromptParts();

  constructor() {
    super(MAX_RECENT);
  }

  override get size(): number {
    return super.size + this.parts.size;
  }
}
