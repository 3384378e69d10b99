import { HOUR_MS } from '../../lib/durations.js';

const WINDOW_CALLS = 50;
const MIN_CALLS = 10;
const MAX_ESCALATED_PERCENT = 30;
const STOP_MS = 24 * HOUR_MS;
export const MAX_PROBES = 10;

/** One cascaded call: which model was tried first, and whether its answer was refused. */
export interface CascadeOutcome {
  readonly model: string;
  readonly escalated: boolean;
}

/** What is remembered of a group's cascades. */
export interface CascadeGuardrail {
  /** The last 50 at most, oldest first; since the stop ended, the probes. */
  readonly outcomes: readonly CascadeOutcome[];
  /** Set from a stop until probes have decided for the cascade; milliseconds since the epoch. */
  readonly stoppedUntilMs: number | undefined;
  /** Whose answers led to the stop. */
  readonly stoppedModels: readonly string[];
}

export type CascadePhase = 'active' | 'stopped' | 'probing';

export const OPEN_GUARDRAIL: CascadeGuardrail = {
  outcomes: [],
  stoppedUntilMs: undefined,
  stoppedModels: [],
};

export function phaseOf({ stoppedUntilMs }: CascadeGuardrail, nowMs: number): CascadePhase {
  if (stoppedUntilMs === undefined) return 'active';
  return nowMs < stoppedUntilMs ? 'stopped' : 'probing';
}

/**
 * The guardrail after one more cascaded call (spec 4.2, contract section 5): over 30 % escalated of the last 50, of at least 10,
 * stops for 24 hours; then up to 10 probes decide, and stop again as soon as no 10 could come out at 30 % or less.
 */
export function advanceGuardrail(
  guardrail: CascadeGuardrail,
  outcome: CascadeOutcome,
  nowMs: number,
): CascadeGuardrail {
  switch (phaseOf(guardrail, nowMs)) {
    case 'stopped':
      // It began before the stop and says nothing about what comes after.
      return guardrail;
    case 'active': {
      const outcomes = [...guardrail.outcomes, outcome].slice(-WINDOW_CALLS);
      const tooMany = outcomes.length >= MIN_CALLS && isOver(countEscalated(outcomes), outcomes.length);
      return tooMany ? stop(outcomes, nowMs) : { ...guardrail, outcomes };
    }
    case 'probing': {
      const outcomes = [...guardrail.outcomes, outcome];
      if (isOver(countEscalated(outcomes), MAX_PROBES)) return stop(outcomes, nowMs);
      if (outcomes.length < MAX_PROBES) return { ...guardrail, outcomes };
      return { outcomes, stoppedUntilMs: undefined, stoppedModels: [] };
    }
  }
}

/** How many more calls may be cascaded now, when `running` are on their way. */
export function cascadesLeft(guardrail: CascadeGuardrail, nowMs: number, running: number): number {
  switch (phaseOf(guardrail, nowMs)) {
    case 'active':
      return Infinity;
    case 'stopped':
      return 0;
    case 'probing':
      return Math.max(0, MAX_PROBES - guardrail.outcomes.length - running);
  }
}

export function countEscalated(outcomes: readonly CascadeOutcome[]): number {
  return outcomes.filter(({ escalated }) => escalated).length;
}

/** The probes that follow start from nothing. */
function stop(outcomes: readonly CascadeOutcome[], nowMs: number): CascadeGuardrail {
  return { outcomes: [], stoppedUntilMs: nowMs + STOP_MS, stoppedModels: blamedModels(outcomes) };
}

/** Routers of one project may try different models first: those with too many escalations of their own are to blame. */
function blamedModels(outcomes: readonly CascadeOutcome[]): string[] {
  return [...new Set(outcomes.map(({ model }) => model))].filter((model) => {
    const own = outcomes.filter((outcome) => outcome.model === model);
    return isOver(countEscalated(own), own.length);
  });
}

function isOver(escalated: number, calls: number): boolean {
  return escalated * 100 > MAX_ESCALATED_PERCENT * calls;
}
