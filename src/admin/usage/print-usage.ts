import {
  FIELDS_A_ROW,
  readUsageKeys,
  type UsageKeys,
  type UsageTexts,
} from '../../billing/usage/reading/usage-texts.js';
import type { Steps } from '../../lib/steps.js';
import { printTotal } from './present-usage.js';

/** What an answer of usage is printed from. Plain data: it may go to another thread. */
export interface UsageText {
  readonly rows: UsageTexts;
  /** Rows that sum to the whole, where `rows` do not. */
  readonly whole: UsageTexts | undefined;
  /** Of what ids lead to, where the report is by such: in the rows of one grouping, beside those of two. */
  readonly names: ReadonlyMap<string, string> | undefined;
}

/** The JSON of a report, a step a few hundred rows, in whichever thread. Rows are put together of texts: numbers keep their digits. */
export function* printUsage({ rows, whole, names }: UsageText): Steps<string> {
  const isPair = rows.groups.length > 1;
  const keys = yield* readUsageKeys(rows);
  const heads = isPair ? pairHeads(keys) : singleHeads(keys, names);
  const printed: string[] = [];
  for (const text of rows.texts) {
    printed.push(printRows(text, heads, keys.fields));
    yield;
  }
  const total = printTotal((whole ?? rows).sums);
  const ends = isPair ? `,"names":${JSON.stringify(Object.fromEntries(names ?? []))}` : '';
  return `{"object":"list","data":[${printed.join(',')}],"has_more":false,"first_id":null,"last_id":null,"total":${total}${ends}}`;
}

/** How rows begin, by the number of each of their keys. */
type Heads = readonly (readonly string[])[];

const pairHeads = ({ byNumber: [first = [], second = []] }: UsageKeys): Heads => [
  first.map((key) => `{"keys":[${JSON.stringify(key)},`),
  second.map((key) => `${JSON.stringify(key)}],"requests":`),
];

const singleHeads = ({ byNumber: [keys = []] }: UsageKeys, names?: ReadonlyMap<string, string>): Heads => [
  keys.map((key) => {
    const named = names === undefined ? '' : `"name":${JSON.stringify(names.get(key) ?? null)},`;
    return `{"key":${JSON.stringify(key)},${named}"requests":`;
  }),
];

function printRows(
  text: string,
  [first = [], second]: Heads,
  [firstField = 0, secondField = 0]: readonly number[],
): string {
  const told = text.split(',');
  let printed = '';
  for (let at = 0; at < told.length; at += FIELDS_A_ROW) {
    if (at > 0) printed += ',';
    printed += first[Number(told[at + firstField])] ?? '';
    if (second !== undefined) printed += second[Number(told[at + secondField])] ?? '';
    printed += `${told[at + 3]},"input_tokens":${told[at + 4]},"output_tokens":${told[at + 5]},"cost_usd":${told[at + 6]}}`;
  }
  return printed;
}
