import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.js';

export const UTC = 'UTC';
/** Zones have names; an offset (`+05:30`) is none, since it knows no summer. */
const NAME = /^[a-z][a-z0-9_+\-/]{0,63}$/i;
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const KNOWN_ZONES = 600;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether it is the name of a zone in the IANA database, in any case of its letters. */
export function isZone(name: string): boolean {
  if (!NAME.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** How far the clocks of a zone are before UTC at a moment, in milliseconds. @throws RangeError for an unknown zone */
export function offsetAt(zone: string, time: number): number {
  if (zone === UTC) return 0;
  const name = formatOf(zone)
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [whole, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(name ?? '') ?? [];
  if (whole === undefined) throw new RangeError(`no offset of ${zone}: ${name}`);
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return sign === '-' ? -ms : ms;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    hour: '2-digit',
  });
  // Names in other cases of letters are others here: callers make them up.
  if (formats.size >= KNOWN_ZONES) formats.clear();
  formats.set(zone, format);
  return format;
}

/** Between two changes of a zone's clocks. */
export interface Stretch {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly offset: number;
}

/** A period in pieces of one offset each, in order. Changes that undo each other within a day are not seen. */
export function stretchesOf(
  zone: string,
  { from, to }: { readonly from: number; readonly to: number },
): Stretch[] {
  if (!(from < to)) return [];
  const stretches: Stretch[] = [];
  let [start, offset] = [from, offsetAt(zone, from)];
  for (let at = from; at < to;) {
    const next = Math.min(at + DAY_MS, to);
    const after = offsetAt(zone, next);
    if (after !== offset) {
      const change = changeBetween(zone, at, next);
      stretches.push({ from: start, to: change, offset });
      [start, offset] = [change, after];
    }
    at = next;
  }
  if (start < to) stretches.push({ from: start, to, offset });
  return stretches;
}

/** Clocks are changed at whole seconds. */
function changeBetween(zone: string, before: number, behind: number): number {
  const old = offsetAt(zone, before);
  let [low, high] = [Math.floor(before / SECOND_MS), Math.ceil(behind / SECOND_MS)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * SECOND_MS) === old) low = middle;
    else high = middle;
  }
  return high * SECOND_MS;
}
