import { parseDurationMs } from './durations.js';

/** What a simulated provider does instead of answering as usual. */
export type FaultAct =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | undefined }
  /** The account has no credit left, in its provider's own words. */
  | { readonly kind: 'quota' }
  /** Answers as usual, so much later. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** The connection ends after so many events of a stream; in the middle of a whole answer; 0: before any byte. */
  | { readonly kind: 'cut'; readonly events: number };

export interface FaultRule {
  /** Lower case: a model id, `lab/*` or `*`. */
  readonly pattern: string;
  /** Of one account alone. */
  readonly account: string | undefined;
  readonly act: FaultAct;
  /** Which part of the calls it meets, above 0 and up to 1. */
  readonly share: number;
}

/** A text that is no plan; the message says which rule and why. */
export class InvalidFaultPlanError extends Error {}

const RULE = /^([^=#@\s]+)(?:#([A-Za-z0-9_.-]+))?=([a-z]+|\d{3})(?::([^@\s]+))?(?:@([\d.]+))?$/i;
const MAX_RULES = 100;
const LONGEST_DELAY_MS = 600_000;
const MOST_EVENTS = 100_000;

/**
 * `pattern[#account]=act[@share]`, comma-separated: `vendora/*=529@0.2,gpt-4o=delay:3s@0.1,*=cut:5@0.01`. Acts are a status from 400
 * to 599 (`429:20s` with a `Retry-After`), `quota`, `delay:DURATION` and `cut:EVENTS`. The empty text is the empty plan.
 * @throws InvalidFaultPlanError
 */
export function parseFaultPlan(text: string): FaultRule[] {
  const rules = text
    .split(',')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '');
  if (rules.length > MAX_RULES) throw new InvalidFaultPlanError(`at most ${MAX_RULES} rules`);
  return rules.map(parseRule);
}

function parseRule(rule: string): FaultRule {
  const [, pattern, account, act, detail, share = '1'] = RULE.exec(rule) ?? [];
  if (pattern === undefined || act === undefined)
    throw refused(rule, 'write it as pattern=act@share, for example vendora/*=529@0.2');
  if (pattern.replace(/^\*$|\/\*$/, '').includes('*'))
    throw refused(rule, 'a pattern is a model id, lab/* or *');
  const part = Number(share);
  if (!(part > 0 && part <= 1)) throw refused(rule, 'the share is a number above 0 and up to 1');
  return {
    pattern: pattern.toLowerCase(),
    account,
    act: parseAct(rule, act.toLowerCase(), detail),
    share: part,
  };
}

function parseAct(rule: string, act: string, detail: string | undefined): FaultAct {
  switch (act) {
    case 'quota':
      if (detail !== undefined) throw refused(rule, 'quota takes nothing');
      return { kind: 'quota' };
    case 'delay': {
      const delayMs = parseDurationMs(detail ?? '');
      if (delayMs === undefined || delayMs > LONGEST_DELAY_MS)
        throw refused(rule, 'delay takes a duration up to 10m, for example delay:3s');
      return { kind: 'delay', delayMs };
    }
    case 'cut': {
      const events = /^\d{1,6}$/.test(detail ?? '') ? Number(detail) : Number.NaN;
      if (!(events <= MOST_EVENTS))
        throw refused(rule, `cut takes a number of events from 0 to ${MOST_EVENTS}`);
      return { kind: 'cut', events };
    }
    default: {
      const status = Number(act);
      if (!(status >= 400 && status <= 599))
        throw refused(rule, 'an act is a status from 400 to 599, quota, delay:DURATION or cut:EVENTS');
      const retryAfterMs = detail === undefined ? undefined : parseDurationMs(detail);
      if (detail !== undefined && retryAfterMs === undefined)
        throw refused(rule, 'after a status comes the duration of Retry-After, for example 429:20s');
      return { kind: 'status', status, retryAfterMs };
    }
  }
}

function refused(rule: string, why: string): InvalidFaultPlanError {
  return new InvalidFaultPlanError(`"${rule.slice(0, 100)}": ${why}`);
}
