import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { StoredAttribution } from '../../billing/calls/attribution.js';
import { Catalog } from '../../catalog/catalog.js';
import { LOGGER } from '../../http/logger.js';
import { ObjectStore } from '../../storage/object-store.js';
import type { ItemFacts, PortionItem, PortionItems } from '../../upstreams/batches/batch-provider.js';
import type { ChatTarget } from '../../upstreams/shaping/chat-target.js';
import type { BatchPortionEntity, PortionProvider } from '../batch-portion.entity.js';
import { decodeItems, type ItemHead, type StoredItem } from './item-record.js';
import { readTerms, type ItemTerms } from './portion-terms.js';

/** A request of a portion with what its bill is made of. */
export interface BilledItem extends ItemFacts, ItemTerms {
  readonly promptBytes: number;
  /** The project's own name for the model, where the request has that. */
  readonly alias: string | undefined;
  readonly attribution: StoredAttribution | undefined;
}

type PortionObject = Pick<
  BatchPortionEntity,
  'itemsObject' | 'provider' | 'requestCount' | 'terms' | 'messageHeaders' | 'endpoint'
>;

/** The requests of portions, where they wait for their providers. */
@Injectable()
export class ItemStore {
  constructor(
    private readonly store: ObjectStore,
    private readonly catalog: Catalog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * A portion's requests, read from the store every time.
   * @param listed what `facts` gave already, for a reader that has them all at hand
   */
  of(portion: PortionObject, listed?: Iterable<ItemFacts>): PortionItems {
    return {
      count: portion.requestCount,
      endpoint: portion.endpoint ?? undefined,
      messageHeaders: portion.messageHeaders ?? undefined,
      open: () => this.requests(portion),
      list: () => listed ?? this.facts(portion),
    };
  }

  async *facts(portion: PortionObject): AsyncGenerator<BilledItem> {
    const modelOf = this.modelsOf(portion);
    for await (const { head } of this.read(portion, 'heads')) {
      const { terms, target } = modelOf(head);
      yield {
        customId: head.custom_id,
        kind: head.kind,
        target,
        legacyFunctions: head.legacy_functions === true,
        model: terms.model,
        webSearchFeePicoUsd: terms.webSearchFeePicoUsd,
        promptBytes: head.prompt_bytes,
        alias: head.alias,
        attribution: head.attribution,
      };
    }
  }

  async *requests(portion: PortionObject): AsyncGenerator<PortionItem> {
    const modelOf = this.modelsOf(portion);
    const messageHeaders = portion.messageHeaders ?? undefined;
    for await (const { head, request } of this.read(portion, 'items')) {
      if (request === undefined) continue;
      yield {
        customId: head.custom_id,
        kind: head.kind,
        target: modelOf(head).target,
        legacyFunctions: head.legacy_functions === true,
        request,
        messageHeaders,
      };
    }
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

  /** Each model's are made once, and shared by all requests for it. @throws Error when nobody knows the model any more */
  private modelsOf({ terms, provider }: PortionObject): (head: ItemHead) => SharedFacts {
    const known = new Map<string, SharedFacts>();
    return (head) => {
      const key = `${head.model} ${head.upstream_model} ${head.public_id}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const made = sharedFacts(head, provider, readTerms(terms, head.model, this.catalog));
      known.set(key, made);
      return made;
    };
  }
}

/** What all requests of a portion have in common that name one model in the same words. */
interface SharedFacts {
  readonly terms: ItemTerms;
  readonly target: ChatTarget;
}

function sharedFacts(head: ItemHead, upstream: PortionProvider, terms: ItemTerms): SharedFacts {
  const { upstream_model: upstreamModelId, public_id: publicId } = head;
  return { terms, target: { upstream, upstreamModelId, publicId, model: terms.model } };
}
