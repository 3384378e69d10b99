import type { PicoUsd } from '../../lib/money.js';

/** What a call or a batch wants to hold. */
export interface Wish {
  readonly estimate: PicoUsd;
  /** A call passes while anything is left, and may overdraw; a batch passes when it fits whole. */
  readonly kind: 'call' | 'batch';
  /** Runs past zero. */
  readonly onCredit: boolean;
}

export interface WaitingInputs {
  readonly balance: PicoUsd;
  /** What the other processes were granted. */
  readonly others: PicoUsd;
  /** What this process keeps in any case. */
  readonly held: PicoUsd;
  /** In the order they came. */
  readonly wishes: readonly Wish[];
  /** Another process needs what is left: nothing is granted ahead. */
  readonly isSparing: boolean;
}

export interface WaitingJudgement<Waiting extends Wish> {
  readonly admitted: readonly Waiting[];
  /** What this process may hold from now on. */
  readonly granted: PicoUsd;
  /** Granted ahead, for calls to come. */
  readonly ahead: PicoUsd;
  /** Below zero when the last call overdraws. */
  readonly left: PicoUsd;
}

/** Every process gets this part of what is left, and the next one as much of the rest. */
const AHEAD_PART = 4n;

/** Who passes, and what a process may hold from then on without asking. */
export function judgeWaiting<Waiting extends Wish>({
  balance,
  others,
  held,
  wishes,
  isSparing,
}: WaitingInputs & { readonly wishes: readonly Waiting[] }): WaitingJudgement<Waiting> {
  let granted = held;
  let left = balance - others - held;
  const admitted: Waiting[] = [];
  for (const wish of wishes) {
    if (!fits(wish, left)) continue;
    admitted.push(wish);
    granted += wish.estimate;
    left -= wish.estimate;
  }
  const ahead = isSparing || left <= 0n ? 0n : left / AHEAD_PART;
  return { admitted, granted: granted + ahead, ahead, left };
}

function fits({ kind, estimate, onCredit }: Wish, left: PicoUsd): boolean {
  return kind === 'call' ? left > 0n || onCredit : left >= estimate && left > 0n;
}
