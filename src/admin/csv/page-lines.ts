import { csvLine, type CsvValue } from './csv-line.js';

/** Small enough that writing a page's lines holds nobody up. */
const PAGE_ROWS = 200;

export interface PagedRows<Row> {
  readonly header: readonly string[];
  readonly valuesOf: (row: Row) => CsvValue[];
  /** Rows behind `after`, at most `limit`. */
  readonly read: (page: { readonly limit: number; readonly after: string | undefined }) => Promise<Row[]>;
  /** What the next page is asked for by. */
  readonly idOf: (row: Row) => string;
  readonly after: string | undefined;
  /** All there are when absent. */
  readonly limit: number | undefined;
}

/** A list as CSV, a page at a time: no connection is held while the client reads. */
export async function* pageLines<Row>(rows: PagedRows<Row>): AsyncGenerator<string> {
  let { after } = rows;
  let left = rows.limit ?? Number.POSITIVE_INFINITY;
  let head = csvLine(rows.header);
  while (left > 0) {
    const limit = Math.min(PAGE_ROWS, left);
    const page = await rows.read({ limit, after });
    yield head + page.map((row) => csvLine(rows.valuesOf(row))).join('');
    const last = page.at(-1);
    if (page.length < limit || last === undefined) return;
    head = '';
    left -= page.length;
    after = rows.idOf(last);
  }
}
