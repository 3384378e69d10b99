import type { Exchange } from '../http/exchange.js';
import { notFound } from '../http/simulated-fault.js';
import type { MessageBatchStore } from './message-batch-store.js';

const MAX_BODY_BYTES = 256 * 1_024 * 1_024;
const BATCHES_PATH = '/v1/messages/batches';

/** `/v1/messages/batches…`. @throws SimulatedFault 400, 404, 409 or 413. */
export async function handleMessageBatches(exchange: Exchange, store: MessageBatchStore): Promise<void> {
  const [, id = '', rest = ''] = exchange.path.slice(BATCHES_PATH.length).split('/');
  const resultsUrl = (batchId: string): string => exchange.absoluteUrl(`${BATCHES_PATH}/${batchId}/results`);
  switch (`${exchange.method} ${id === '' ? 'all' : 'one'} ${rest}`.trim()) {
    case 'POST all': {
      const batch = await store.create(await exchange.readJson(MAX_BODY_BYTES));
      exchange.sendJson(200, store.render(batch, resultsUrl(batch.id)));
      return;
    }
    case 'GET all': {
      const { page, hasMore } = store.list(exchange.query);
      const data = page.map((batch) => store.render(batch, resultsUrl(batch.id)));
      const [first, last] = [page[0]?.id ?? null, page.at(-1)?.id ?? null];
      exchange.sendJson(200, { data, has_more: hasMore, first_id: first, last_id: last });
      return;
    }
    case 'GET one':
      exchange.sendJson(200, store.render(await store.poll(id), resultsUrl(id)));
      return;
    case 'POST one cancel':
      exchange.sendJson(200, store.render(store.cancel(id), resultsUrl(id)));
      return;
    case 'GET one results':
      exchange.sendBytes(200, store.results(id), { 'content-type': 'application/x-jsonl' });
      return;
    case 'DELETE one':
      store.delete(id);
      exchange.sendJson(200, { id, type: 'message_batch_deleted' });
      return;
    default:
      throw notFound('Not found');
  }
}
