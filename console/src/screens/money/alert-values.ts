import { ALERT_EVENTS, type AlertFields } from '../../api/alerts.js';
import type { Organization } from '../../api/types.js';
import { plainAmount } from '../../format/money.js';
import type { ValueWords } from '../../parts/edits/values-table.js';
import { text } from './text.js';

/** As they are edited: events as one text, so that two states can be compared member by member. */
export interface AlertValues {
  readonly url: string;
  readonly events: string;
  readonly balanceBelow: string;
}

export const alertValues = (saved: Organization['alerts']): AlertValues => ({
  url: saved?.url ?? '',
  events: joinEvents(saved?.events ?? []),
  balanceBelow: printBelow(saved?.balance_below_usd ?? null),
});

const printBelow = (usd: number | null): string => (usd === null ? '' : plainAmount(usd));

/** In one order, whichever way they were chosen. */
export const joinEvents = (events: readonly string[]): string =>
  ALERT_EVENTS.filter((event) => events.includes(event)).join(' ');

export const splitEvents = (joined: string): AlertFields['events'] =>
  ALERT_EVENTS.filter((event) => joined.split(' ').includes(event));

const LABELS: Readonly<Record<keyof AlertValues, string>> = {
  url: text.url,
  events: text.events,
  balanceBelow: text.balanceBelow,
};

export const ALERT_WORDS: ValueWords<AlertValues> = {
  labelOf: (field) => LABELS[field],
  print: (value, field) =>
    field === 'events'
      ? splitEvents(value)
          .map((event) => text.eventNames[event])
          .join(', ')
      : value,
};
