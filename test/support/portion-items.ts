import { Readable } from 'node:stream';
import { parseModelId } from '../../src/catalog/ids/parse-model-id.js';
import { readCatalogFile } from '../../src/catalog/reading/read-catalog-file.js';
import type { ItemFacts, PortionItem, PortionItems } from '../../src/upstreams/batches/batch-provider.js';
import type { ChatTarget } from '../../src/upstreams/shaping/chat-target.js';

const catalog = readCatalogFile();

/** Where a model of the shipped catalogue runs in a batch: open ones at the hosted provider. @throws Error when it is no chat model. */
export function targetOf(id: string): ChatTarget {
  const parsed = parseModelId(id, catalog);
  if (parsed.kind !== 'chat') throw new Error(`${id} is no chat model`);
  const { upstream, upstreamId, publicId, model } = parsed;
  if (model.vendor === 'open') return { upstream: 'hosted', upstreamModelId: model.bareId, publicId, model };
  return { upstream, upstreamModelId: upstreamId, publicId, model };
}

/** A request in provider B's shape; a text goes as it is. */
export function bodyItem(customId: string, model: string, members: object | string = {}): PortionItem {
  const body = { model, messages: [{ role: 'user', content: `Say ${customId}` }] };
  return { customId, kind: 'body', target: targetOf(model), request: toBytes(body, members) };
}

/** A request in provider A's shape; a text goes as it is. */
export function paramsItem(customId: string, model: string, members: object | string = {}): PortionItem {
  const params = { model, max_tokens: 64, messages: [{ role: 'user', content: `Say ${customId}` }] };
  return { customId, kind: 'params', target: targetOf(model), request: toBytes(params, members) };
}

function toBytes(defaults: object, members: object | string): Buffer {
  return Buffer.from(typeof members === 'string' ? members : JSON.stringify({ ...defaults, ...members }));
}

/** Items that count how often they were opened. */
export class CountedItems implements PortionItems {
  opened = 0;

  constructor(private readonly items: readonly PortionItem[]) {}

  get count(): number {
    return this.items.length;
  }

  open(): AsyncIterable<PortionItem> {
    this.opened += 1;
    return Readable.from(this.items);
  }

  list(): AsyncIterable<ItemFacts> {
    return Readable.from(this.items.map(({ request: _request, ...facts }) => facts));
  }
}

export function itemsOf(...items: PortionItem[]): CountedItems {
  return new CountedItems(items);
}
