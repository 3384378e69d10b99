import type { Clock } from '../lib/clock.js';
import type { PromptCache } from './answers/prompt-cache.js';
import type { Pacer } from './http/pacer.js';

/** When a simulated batch ends: after the delay, or when it was asked about often enough, whichever is first. */
export interface BatchTempo {
  delayMs: number;
  polls: number;
}

/** What every simulated provider shares. */
export interface SimulatorContext {
  clock: Clock;
  pacer: Pacer;
  promptCache: PromptCache;
  batchTempo: BatchTempo;
  /** Prefixes of the ids of the two labs. */
  labs: { readonly a: string; readonly b: string };
}
