/** Text goes in quotes where it must; numbers are written as they are, amounts as decimal text. */
export type CsvValue = string | number | bigint | boolean | null | CsvAmount;

/** Exact decimal text that is no caller's word. */
export interface CsvAmount {
  readonly decimal: string;
}

const NEEDS_QUOTES = /[",\r\n]/;
/** Spreadsheets read a cell that begins so as a formula, also behind blanks. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** One line of a CSV file (RFC 4180), with its end. What a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return typeof value === 'object' ? value.decimal : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
