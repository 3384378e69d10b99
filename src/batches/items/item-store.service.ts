import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Catalog } from '../../catalog/catalog.js';
import { LOGGER } from '../../http/logger.js';
import { ObjectStore } from '../../storage/object-store.js';
import type { ItemFacts, PortionItem, PortionItems } from '../../upstreams/batches/batch-provider.js';
import type { BatchPortionEntity, PortionProvider } from '../batch-portion.entity.js';
import { decodeItems, type ItemHead, type StoredItem } from './item-record.js';
import { readTerms, type ItemTerms } from './portion-terms.js';

/** A request of a portion with what its bill is made of. */
export interface BilledItem extends ItemFacts, ItemTerms {
  readonly promptBytes: number;
}

type PortionObject = Pick<
  BatchPortionEntity,
  'itemsObject' | 'provider' | 'requestCount' | 'terms' | 'messageHeaders' | 'endpoint'
>;

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
      endpoint: portion.endpoint ?? undefined,
      messageHeaders: portion.messageHeaders ?? undefined,
      open: () => this.requests(portion),
      list: () => this.facts(portion),
    };
  }

  async *facts(portion: PortionObject): AsyncGenerator<BilledItem> {
    const termsOf = this.termsOf(portion);
    for await (const { head } of this.read(portion, 'heads'))
      yield factsOf(head, { provider: portion.provider, terms: termsOf(head.model) });
  }

  async *requests(portion: PortionObject): AsyncGenerator<PortionItem> {
    const termsOf = this.termsOf(portion);
    const messageHeaders = portion.messageHeaders ?? undefined;
    for await (const { head, request } of this.read(portion, 'items'))
      if (request !== undefined)
        yield {
          ...factsOf(head, { provider: portion.provider, terms: termsOf(head.model) }),
          request,
          messageHeaders,
        };
  }

  /** Best effort: nobody finds what stays behind. */
  async removeAll(portions: readonly Pick<PortionObject, 'itemsObject'>[]): Promise<void> {
    for (const { itemsObject } of portions)
      await this.store.remove(itemsObject).catch((error: unknown) => {
        this.logger.warn({ err: error, object: itemsObject }, 'the requests of a batch were not deleted');
      });
  }

  private async *read(portion: PortionObject, wanted: 'items' | 'heads'): AsyncGenerator<StoredItem> {
    yield* decodeItems(await this.store.read(portion.itemsObject), wanted);
  }

  /** Each model's are read once. @throws Error when nobody knows the model any more */
  private termsOf({ terms }: PortionObject): (modelId: string) => ItemTerms {
    const known = new Map<string, ItemTerms>();
    return (modelId) => {
      const found = known.get(modelId) ?? readTerms(terms, modelId, this.catalog);
      known.set(modelId, found);
      return found;
    };
  }
}

function factsOf(
  head: ItemHead,
  { provider, terms }: { provider: PortionProvider; terms: ItemTerms },
): BilledItem {
  return {
    ...terms,
    customId: head.custom_id,
    kind: head.kind,
    target: {
      upstream: provider,
      upstreamModelId: head.upstream_model,
      publicId: head.public_id,
      model: terms.model,
    },
    promptBytes: head.prompt_bytes,
    legacyFunctions: head.legacy_functions === true,
  };
}
