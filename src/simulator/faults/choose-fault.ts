import type { FaultAct, FaultRule } from '../../lib/fault-plan.js';

/** The call that a rule may meet. */
export interface FaultTarget {
  /** As the provider was asked for it; absent of a batch that names none. */
  readonly model: string | undefined;
  /** Before a slash in a pattern: the lab that callers write, and the provider's own name. */
  readonly labs: readonly string[];
  readonly account: string;
}

/** What becomes of a call: the act of the first rule that matches and whose draw hits. `random` gives numbers from 0 up to 1. */
export function chooseFault(
  rules: readonly FaultRule[],
  target: FaultTarget,
  random: () => number,
): FaultAct | undefined {
  if (rules.length === 0) return undefined;
  const names = namesOf(target);
  for (const { pattern, account, act, share } of rules) {
    if (account !== undefined && account !== target.account) continue;
    if (!names.some((name) => matches(pattern, name))) continue;
    if (share >= 1 || random() < share) return act;
  }
  return undefined;
}

function namesOf({ model = '', labs }: FaultTarget): string[] {
  return [model, ...labs.map((lab) => `${lab}/${model}`)].map((name) => name.toLowerCase());
}

function matches(pattern: string, name: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
