import type { ValueWords } from '../../parts/edits/values-table.js';
import type { Field, RouterValues } from './router-values.js';
import { text } from './text.js';

/** What a field of a router holds, in words. */
export function printValue(value: RouterValues[Field]): string {
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  return value === null ? text.nothing : String(value);
}

export const ROUTER_WORDS: ValueWords<RouterValues> = {
  labelOf: (field) => text.fields[field],
  print: printValue,
};
