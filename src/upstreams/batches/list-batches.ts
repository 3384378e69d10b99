import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';
import type { BatchHttp, BatchRequest } from './http/batch-http.js';
import { textOf } from './provider-object.js';

const PAGE_SIZE = 100;
const MAX_PAGES = 200;

/** How a provider lists its batches. */
export interface BatchList {
  /** What the query calls the last id of the page before. */
  readonly cursor: 'after' | 'after_id';
  /** @param query - with its question mark */
  readonly page: (query: string) => BatchRequest;
  /** In the provider's own unit. */
  readonly createdAt: (batch: JsonObject) => number | undefined;
}

/** Newest first, as providers list them, down to the first that is older. @param since - in the unit of `createdAt` */
export async function* listBatches(
  http: BatchHttp,
  { cursor, page, createdAt }: BatchList,
  since: number,
): AsyncGenerator<JsonObject> {
  let after = '';
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = `?limit=${PAGE_SIZE}${after === '' ? '' : `&${cursor}=${encodeURIComponent(after)}`}`;
    const list = await http.document(page(query));
    const batches = Array.isArray(list.data) ? list.data.filter(isJsonObject) : [];
    for (const batch of batches) {
      if ((createdAt(batch) ?? since) < since) return;
      yield batch;
    }
    after = textOf(list.last_id) ?? textOf(batches.at(-1)?.id) ?? '';
    if (list.has_more !== true || after === '') return;
  }
}
