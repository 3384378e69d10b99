import { PICO_PER_USD, type PicoUsd } from '../lib/money.js';

export interface AdmissionInputs {
  readonly balance: PicoUsd;
  readonly held: PicoUsd;
  readonly estimate: PicoUsd;
  /** How old the remembered balance is; infinite when it was never read. */
  readonly ageMs: number;
  readonly payAsYouGo: boolean;
}

export type AdmissionJudgement = 'admit' | 'admit-and-refresh' | 'ask-first';

/** A balance this old may have been spent by other replicas meanwhile. */
const STALE_MS = 1_000;
/** Close to zero the remembered balance is believed only this long. */
const STALE_WHEN_LOW_MS = 100;
/** Balances above this many times the estimate, and this sum, are plenty. */
const PLENTY_ESTIMATES = 50n;
const PLENTY = PICO_PER_USD / 2n;

/** Whether memory is enough to let a call pass, or the database must be asked first. */
export function judgeAdmission({
  balance,
  held,
  estimate,
  ageMs,
  payAsYouGo,
}: AdmissionInputs): AdmissionJudgement {
  const isUnread = ageMs === Number.POSITIVE_INFINITY;
  // Its balance stops nothing, but its card and its reloads have to be known once.
  if (payAsYouGo) return isUnread ? 'admit-and-refresh' : 'admit';
  if (isUnread) return 'ask-first';
  const available = balance - held;
  const plenty = available > estimate * PLENTY_ESTIMATES && available > PLENTY;
  if (plenty) return ageMs > STALE_MS ? 'admit-and-refresh' : 'admit';
  return ageMs > STALE_WHEN_LOW_MS ? 'ask-first' : 'admit';
}
