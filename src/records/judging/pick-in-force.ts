import { HOUR_MS } from '../../lib/durations.js';

/** A model that stopped being the pick does not come back within this time, unless its successor falls out of range. */
const STEADY_MS = HOUR_MS;

/** What is remembered of a group's picks, so that they do not flap. */
export interface PickInForce {
  readonly model: string | undefined;
  /** Former picks and when each was left, in milliseconds since the epoch. */
  readonly left: Readonly<Record<string, number>>;
}

export const NO_PICK: PickInForce = { model: undefined, left: {} };

/** Former picks that are too recent to return to. */
export function leftLately({ left }: PickInForce, nowMs: number): ReadonlySet<string> {
  return new Set(Object.keys(left).filter((model) => isRecent(left[model], nowMs)));
}

/**
 * The memory behind a new pick; the same object when nothing changed. A model that policy forbids was not left by the record:
 * when it is allowed again it may return at once.
 */
export function settlePick({
  inForce,
  picked,
  nowMs,
  allowed,
}: {
  inForce: PickInForce;
  picked: string | undefined;
  nowMs: number;
  allowed: (model: string) => boolean;
}): PickInForce {
  const former = inForce.model;
  if (former === picked) return inForce;
  const left = Object.fromEntries(
    Object.entries(inForce.left).filter(([model, at]) => model !== picked && isRecent(at, nowMs)),
  );
  if (former !== undefined && allowed(former)) left[former] = nowMs;
  return { model: picked, left };
}

function isRecent(leftAt: number | undefined, nowMs: number): boolean {
  return leftAt !== undefined && nowMs - leftAt < STEADY_MS;
}
