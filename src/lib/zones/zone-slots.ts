import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.js';
import type { Steps } from '../steps.js';
import { stretchesOf, UTC, type Stretch } from './zone-offset.js';

export type SlotUnit = 'day' | 'hour';

/** A day or an hour as the clocks of a zone show it. */
export interface ZoneSlot {
  /** `2026-11-30`, or `2026-11-30T14:00:00+01:00`: the two hours of autumn differ in their offset. */
  readonly key: string;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface SlotPeriod {
  readonly zone: string;
  readonly unit: SlotUnit;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

const LENGTHS_MS = { day: DAY_MS, hour: HOUR_MS };

/**
 * The days or hours that a period touches, cut off at its ends, in order and without gaps. Days have 23 to 25 hours. A step some hundred:
 * a year has 8,760 hours.
 */
export function* slotsOf({ zone, unit, from, to }: SlotPeriod): Steps<ZoneSlot[]> {
  const slots: ZoneSlot[] = [];
  for (const stretch of stretchesOf(zone, { from, to }))
    for (const slot of slotsIn(stretch, { zone, unit })) {
      const last = slots.at(-1);
      if (last?.key === slot.key) slots[slots.length - 1] = { ...last, to: slot.to };
      else slots.push(slot);
      if (slots.length % SLOTS_A_STEP === 0) yield;
    }
  return slots;
}

const SLOTS_A_STEP = 200;

function* slotsIn(
  { from, to, offset }: Stretch,
  { zone, unit }: { readonly zone: string; readonly unit: SlotUnit },
): Generator<ZoneSlot> {
  const length = LENGTHS_MS[unit];
  for (let start = from; start < to;) {
    const local = Math.floor((start + offset) / length) * length;
    const end = Math.min(local + length - offset, to);
    yield { key: unit === 'day' ? dateText(local) : hourText(local, { zone, offset }), from: start, to: end };
    start = end;
  }
}

const dateText = (local: number): string => new Date(local).toISOString().slice(0, 10);

function hourText(
  local: number,
  { zone, offset }: { readonly zone: string; readonly offset: number },
): string {
  return new Date(local).toISOString().slice(0, 19) + (zone === UTC ? 'Z' : offsetText(offset));
}

/** RFC 3339 has no seconds in it. */
function offsetText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / MINUTE_MS);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The first moment of a date (its midnight as if it were UTC's) in a zone; where clocks leave midnight out, the first after it. */
export function startOfDate(midnight: number, zone: string): number {
  const around = { from: midnight - 2 * DAY_MS, to: midnight + 2 * DAY_MS };
  for (const { from, to, offset } of stretchesOf(zone, around)) {
    const first = Math.max(from, midnight - offset);
    if (first < to) return first;
  }
  return midnight;
}
