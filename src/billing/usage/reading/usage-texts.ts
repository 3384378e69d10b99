import type { Steps } from '../../../lib/steps.js';
import { isTime, NONE, type UsageGroup } from '../usage-dimensions.js';
import type { UsageRow } from './usage-question.js';

/** Rows as PostgreSQL tells them, cut into so many a text that reading one is a short step. Plain data: they may go to another thread. */
export interface UsageTexts {
  /** Numbers between commas, `FIELDS_A_ROW` of a row behind one another: its slot, the places of its keys, its sums. */
  readonly texts: readonly string[];
  /** Of each grouping the keys by their place, as arrays in JSON behind one another; none of days and hours. */
  readonly keys: readonly (readonly string[])[];
  readonly groups: readonly UsageGroup[];
  /** The days or hours that rows tell by their number; those of zones, as callers see them. */
  readonly slots: readonly string[];
  /** What the rows sum to, some in each. */
  readonly sums: readonly UsageSums[];
}

/** Exact decimal texts. */
export type UsageSums = Pick<UsageRow, 'requests' | 'input_tokens' | 'output_tokens' | 'cost_usd'>;

export const FIELDS_A_ROW = 7;
export const ROWS_A_TEXT = 250;
const DATE_LENGTH = '2026-11-30'.length;

/**
 * Rows of a line each as texts. PostgreSQL tells all rows in one, which it sorts once: for texts of some rows it would have to number
 * them first and sort them again. A step a text.
 */
export function* cutIntoTexts(lines: string): Steps<string[]> {
  const texts: string[] = [];
  for (let start = 0; start < lines.length;) {
    const end = endOfLines(lines, start);
    texts.push(lines.slice(start, end).replaceAll('\n', ','));
    start = end + 1;
    yield;
  }
  return texts;
}

function endOfLines(lines: string, start: number): number {
  let end = start - 1;
  for (let row = 0; row < ROWS_A_TEXT && end < lines.length; row += 1) {
    const next = lines.indexOf('\n', end + 1);
    end = next === -1 ? lines.length : next;
  }
  return end;
}

/** What the rows of a report are called, by the numbers that their texts hold. */
export interface UsageKeys {
  /** Of each grouping: by place, or by slot. */
  readonly byNumber: readonly (readonly string[])[];
  /** Which field of a row holds the number for each grouping. */
  readonly fields: readonly number[];
}

/** A step some thousand keys. */
export function* readUsageKeys({ groups, keys, slots }: UsageTexts): Steps<UsageKeys> {
  const byNumber: string[][] = [];
  for (const [index, group] of groups.entries()) {
    const found: string[] = isTime(group) ? slots.map((slot) => toTimeKey(group, slot)) : [];
    for (const text of keys[index] ?? []) {
      found.push(...(JSON.parse(text) as string[]));
      yield;
    }
    byNumber.push(found);
  }
  return { byNumber, fields: groups.map((group, index) => (isTime(group) ? 0 : index + 1)) };
}

const toTimeKey = (group: UsageGroup, start: string): string =>
  group === 'day' ? start.slice(0, DATE_LENGTH) : start;

/** A step a text. */
export function* readUsageTexts(told: UsageTexts): Steps<UsageRow[]> {
  const keys = yield* readUsageKeys(told);
  const rows: UsageRow[] = [];
  for (const text of told.texts) {
    rows.push(...readUsageText(text, keys));
    yield;
  }
  return rows;
}

export function readUsageText(text: string, { byNumber, fields }: UsageKeys): UsageRow[] {
  const rows: UsageRow[] = [];
  const told = text.split(',');
  for (let at = 0; at < told.length; at += FIELDS_A_ROW) {
    const [key = NONE, second = null] = byNumber.map(
      (keys, index) => keys[Number(told[at + (fields[index] ?? 0)])],
    );
    const [requests = '', input = '', output = '', cost = ''] = told.slice(at + 3, at + FIELDS_A_ROW);
    rows.push({
      key,
      second_key: second,
      requests,
      input_tokens: input,
      output_tokens: output,
      cost_usd: cost,
    });
  }
  return rows;
}
