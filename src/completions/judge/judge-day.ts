import type { PicoUsd } from '../../lib/money.js';

/** One day (UTC) of the judge model, over all processes. */
export interface JudgeDay {
  /** `2026-11-28` */
  readonly day: string;
  readonly spent: PicoUsd;
  /** For questions on their way. */
  readonly held: PicoUsd;
  readonly succeeded: number;
  readonly failed: number;
  /** Questions that gave none. */
  readonly noVerdict: number;
}

export type JudgeOutcome = 'success' | 'failure' | 'no-verdict';
