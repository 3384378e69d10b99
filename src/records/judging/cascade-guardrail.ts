import { HOUR_MS, MINUTE_MS } from '../../lib/durations.js';

const WINDOW_CALLS = 50;
const MIN_CALLS = 10;
const MAX_ESCALATED_PERCENT = 30;
const STOP_MS = 24 * HOUR_MS;
export const MAX_PROBES = 10;
/** Longer than a live call takes: a probe of a process that was killed must not count for ever. */
const PROBE_MEMORY_MS = 10 * MINUTE_MS;

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
  /** Probes on their way, by call, and when each began. */
  readonly probes: Readonly<Record<string, number>>;
}

export type CascadePhase = 'active' | 'stopped' | 'probing';

export const OPEN_GUARDRAIL: CascadeGuardrail = {
  outcomes: [],
  stoppedUntilMs: undefined,
  stoppedModels: [],
  probes: {},
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
      return { outcomes, stoppedUntilMs: undefined, stoppedModels: [], probes: {} };
    }
  }
}

/** How many more calls may be cascaded now. */
export function cascadesLeft(guardrail: CascadeGuardrail, nowMs: number): number {
  switch (phaseOf(guardrail, nowMs)) {
    case 'active':
      return Infinity;
    case 'stopped':
      return 0;
    case 'probing':
      return Math.max(0, MAX_PROBES - guardrail.outcomes.length - liveProbes(guardrail, nowMs).length);
  }
}

/** The guardrail with a call as one more probe on its way; `undefined`: it lets none go. */
export function takeProbe(
  guardrail: CascadeGuardrail,
  callId: string,
  nowMs: number,
): CascadeGuardrail | undefined {
  if (cascadesLeft(guardrail, nowMs) <= 0) return undefined;
  return { ...guardrail, probes: { ...Object.fromEntries(liveProbes(guardrail, nowMs)), [callId]: nowMs } };
}

/** The guardrail without a call among its probes, whether it has decided something or not. */
export function endProbe(guardrail: CascadeGuardrail, callId: string): CascadeGuardrail {
  if (guardrail.probes[callId] === undefined) return guardrail;
  const probes = Object.fromEntries(Object.entries(guardrail.probes).filter(([id]) => id !== callId));
  return { ...guardrail, probes };
}

function liveProbes({ probes }: CascadeGuardrail, nowMs: number): [string, number][] {
  return Object.entries(probes).filter(([, startedMs]) => nowMs - startedMs < PROBE_MEMORY_MS);
}

export function countEscalated(outcomes: readonly CascadeOutcome[]): number {
  return outcomes.filter(({ escalated }) => escalated).length;
}

/** The probes that follow start from nothing. */
function stop(outcomes: readonly CascadeOutcome[], nowMs: number): CascadeGuardrail {
  return { outcomes: [], stoppedUntilMs: nowMs + STOP_MS, stoppedModels: blamedModels(outcomes), probes: {} };
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
