import type { LimitPeriod, Purse } from '../../projects/purse.js';
import type { PicoUsd } from '../../lib/money.js';

/** What a key or a project may spend in a period, and what it has. All of one moment. */
export interface SpendLimit {
  readonly purse: Purse;
  readonly limit: PicoUsd;
  readonly period: LimitPeriod;
  /** What was billed in the period, by the database's clock: calls when they are committed, batches when they settle. */
  readonly spent: PicoUsd;
  /** What batches under way may cost yet. */
  readonly reserved: PicoUsd;
  /** When the period ends; null: never. */
  readonly resetsAt: Date | null;
}

/** What nothing that runs now has taken yet; calls in flight are no part of it. */
export function unspentOf({ limit, spent, reserved }: SpendLimit): PicoUsd {
  return limit - spent - reserved;
}
