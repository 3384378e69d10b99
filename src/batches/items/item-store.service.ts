import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Catalog } from '../../catalog/catalog.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import { LOGGER } from '../../http/logger.js';
import { ObjectStore } from '../../storage/object-store.js';
import type { ItemFacts, PortionItem, PortionItems } from '../../upstreams/batches/batch-provider.js';
import type { BatchPortionEntity, PortionProvider } from '../batch-portion.entity.js';
import { decodeItems, type ItemHead, type StoredItem } from './item-record.js';

/** A request of a portion with what its bill is made of. */
export interface BilledItem extends ItemFacts {
  readonly model: CatalogModel;
  readonly promptBytes: number;
}

type PortionObject = Pick<BatchPortionEntity, 'itemsObject' | 'provider' | 'requestCount'>;

/** The requests of portions, where they wait for their providers. */
@Injectable()
export class ItemStore {
  constructor(
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(Catalog) private readonly catalog: Catalog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A portion's requests, read from the store every time. */
  of(portion: PortionObject): PortionItems {
    return {
      count: portion.requestCount,
      open: () => this.requests(portion),
      list: () => this.facts(portion),
    };
  }

  async *facts(portion: PortionObject): AsyncGenerator<BilledItem> {
    for await (const { head } of this.read(portion, 'heads')) yield this.factsOf(head, portion.provider);
  }

  async *requests(portion: PortionObject): AsyncGenerator<PortionItem> {
    for await (const { head, request } of this.read(portion, 'items'))
      if (request !== undefined) yield { ...this.factsOf(head, portion.provider), request };
  }

  /** Best effort: nobody finds what stays behind. */
  async removeAll(portions: readonly PortionObject[]): Promise<void> {
    for (const { itemsObject } of portions)
      await this.store.remove(itemsObject).catch((error: unknown) => {
        this.logger.warn({ err: error, object: itemsObject }, 'the requests of a batch were not deleted');
      });
  }

  private async *read(portion: PortionObject, wanted: 'items' | 'heads'): AsyncGenerator<StoredItem> {
    yield* decodeItems(await this.store.read(portion.itemsObject), wanted);
  }

  private factsOf(head: ItemHead, provider: PortionProvider): BilledItem {
    const model = this.catalog.find(head.model);
    if (model === undefined)
      throw new Error(`the catalogue no longer holds ${head.model}, which a batch is billed by`);
    return {
      customId: head.custom_id,
      kind: head.kind,
      target: { upstream: provider, upstreamModelId: head.upstream_model, publicId: head.public_id, model },
      model,
      promptBytes: head.prompt_bytes,
      legacyFunctions: head.legacy_functions === true,
    };
  }
}
