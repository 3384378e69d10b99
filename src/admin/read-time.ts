import { InvalidRequestError } from '../lib/gateway-error.js';
import { UTC } from '../lib/zones/zone-offset.js';
import { startOfDate } from '../lib/zones/zone-slots.js';

const FORM =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/i;

const DATE_LENGTH = '2026-11-30'.length;

/** An RFC 3339 time, or a date alone, which is its first moment in a zone. `undefined` for anything else. */
export function readTime(text: string, zone = UTC): Date | undefined {
  const [, year, month, day] = FORM.exec(text) ?? [];
  if (day === undefined || Number(day) > daysIn(Number(year), Number(month))) return undefined;
  if (text.length > DATE_LENGTH) return new Date(text.toUpperCase());
  return new Date(startOfDate(Date.parse(text), zone));
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** @throws InvalidRequestError (400) when a period ends before it begins */
export function checkPeriod({ from, to }: { from?: Date; to?: Date }): void {
  if (from !== undefined && to !== undefined && from > to)
    throw new InvalidRequestError({
      param: 'from',
      message: '`from` must not be after `to`, which is now when it is absent.',
    });
}

/** The period that a query names. @throws InvalidRequestError (400) when it ends before it begins */
export function readPeriod(query: { readonly from?: string; readonly to?: string }): {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
} {
  const period = { from: readTime(query.from ?? ''), to: readTime(query.to ?? '') };
  checkPeriod(period);
  return period;
}

/** The period that a query names; without an end until now, and without a beginning so long before that. @throws InvalidRequestError (400) */
export function lastPeriod(
  query: { readonly from?: string; readonly to?: string },
  { now, ms }: { readonly now: Date; readonly ms: number },
): { readonly from: Date; readonly to: Date } {
  const { from, to = now } = readPeriod(query);
  const period = { from: from ?? new Date(to.getTime() - ms), to };
  checkPeriod(period);
  return period;
}
