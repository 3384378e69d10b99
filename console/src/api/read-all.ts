import { callApi } from './call-api.js';
import type { Page } from './page-cursor.js';

const PAGE_ROWS = 100;
const MAX_PAGES = 10;

/** All of a list that is short by nature, up to a thousand rows. */
export async function readAll<Row>(path: string, signal: AbortSignal): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { data } = await callApi<Page<Row>>(path, { query: { limit: PAGE_ROWS, after }, signal });
    rows.push(...data.data);
    if (!data.has_more || data.last_id === null) break;
    after = data.last_id;
  }
  return rows;
}
