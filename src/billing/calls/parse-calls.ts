import type { Steps } from '../../lib/steps.js';
import type { CallEntity } from './call.entity.js';

/** What is read beside each call: SQL expressions of one text each, over the row `call`. */
export type CallExtras = Readonly<Record<string, string>>;
export type CallRow<Extras extends CallExtras = CallExtras> = CallEntity & {
  readonly [Name in keyof Extras]: string | null;
};

/** Those texts as rows: a step each. */
export function* parseCalls<Extras extends CallExtras>(texts: readonly string[]): Steps<CallRow<Extras>[]> {
  const rows: CallRow<Extras>[] = [];
  for (const text of texts) {
    const row = JSON.parse(text) as CallRow<Extras>;
    row.createdAt = new Date(row.createdAt);
    rows.push(row);
    yield;
  }
  return rows;
}

/** A sign that no JSON holds: it stands between the texts of calls that come as one. */
const BETWEEN = '\x1e';
/** Adds up texts in SQL; null of none. */
export const joinedInSql = (text: string): string => `string_agg(${text}, chr(${BETWEEN.charCodeAt(0)}))`;
export const joinTexts = (texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join(BETWEEN);
export const splitTexts = (texts: string): string[] => (texts === '' ? [] : texts.split(BETWEEN));
