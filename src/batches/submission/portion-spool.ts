import { newId } from '../../lib/ids.js';
import type { CatalogModel } from '../../catalog/catalog-model.js';
import type { PicoUsd } from '../../lib/money.js';
import type { ObjectStore } from '../../storage/object-store.js';
import type { RequestKind } from '../../upstreams/batches/batch-provider.js';
import type { BatchEndpoint } from '../batch.entity.js';
import type { PortionProvider } from '../batch-portion.entity.js';
import { encodeItem } from '../items/item-record.js';
import { ObjectWriter } from '../items/object-writer.js';
import { printTerms, type PortionTerms } from '../items/portion-terms.js';
import type { CheckedItem } from './read-item.js';

/** A portion whose requests are written. */
export interface SpooledPortion {
  readonly id: string;
  readonly provider: PortionProvider;
  readonly itemsObject: string;
  readonly requestCount: number;
  readonly terms: PortionTerms;
  readonly messageHeaders: MessageHeaders | null;
  readonly endpoint: BatchEndpoint | null;
}

/** Version and betas of the Messages API that a caller chose; `{}` where he chose none. */
export type MessageHeaders = Readonly<Record<string, string>>;

/** Where provider B answers a kind of request, when that is not where chat is answered. */
const ENDPOINTS: Readonly<Record<RequestKind, BatchEndpoint | null>> = {
  body: null,
  params: null,
  responses: '/v1/responses',
  embeddings: '/v1/embeddings',
};

/** Upstream sub-batches (spec 4.5, rule 1). */
const MAX_ITEMS = 25_000;
/** Below provider B's 200 MB a file and provider A's 256 MB a batch, with room for what translation adds. */
const MAX_BYTES = 160 * 1_048_576;

interface OpenPortion {
  readonly id: string;
  readonly provider: PortionProvider;
  readonly writer: ObjectWriter;
  readonly models: Map<string, CatalogModel>;
  readonly messageHeaders: MessageHeaders | null;
  readonly endpoint: BatchEndpoint | null;
  requestCount: number;
  bytes: number;
}

/**
 * Splits the requests of a submission by provider (at provider B by model too, whose files take one) and by size, and writes
 * each portion's as they come.
 */
export class PortionSpool {
  private readonly open = new Map<string, OpenPortion>();
  private readonly portions: OpenPortion[] = [];
  private isHandedOver = false;

  constructor(
    private readonly store: ObjectStore,
    private readonly batchId: string,
    private readonly webSearchFeePicoUsd: PicoUsd,
    private readonly messageHeaders: MessageHeaders = {},
  ) {}

  async add(item: CheckedItem): Promise<void> {
    const portion = this.portionFor(item);
    portion.requestCount += 1;
    portion.bytes += item.request.length;
    const { target } = item;
    portion.models.set(target.model.id, target.model);
    const head = {
      custom_id: item.customId,
      kind: item.kind,
      upstream_model: target.upstreamModelId,
      public_id: target.publicId,
      alias: target.alias,
      model: target.model.id,
      prompt_bytes: item.promptBytes,
      legacy_functions: item.legacyFunctions ? (true as const) : undefined,
      attribution: item.attribution,
      bytes: item.request.length,
    };
    await portion.writer.add(...encodeItem(head, item.request));
  }

  /** In the order in which they were begun. Resolves when all of them are stored. */
  async finish(): Promise<readonly SpooledPortion[]> {
    await Promise.all(this.portions.map(({ writer }) => writer.close()));
    return this.portions.map(({ id, provider, writer, requestCount, models, messageHeaders, endpoint }) => ({
      id,
      provider,
      itemsObject: writer.name,
      requestCount,
      terms: printTerms(models.values(), this.webSearchFeePicoUsd),
      messageHeaders,
      endpoint,
    }));
  }

  /** A batch refers to what was written: `discard` leaves it alone. */
  handOver(): void {
    this.isHandedOver = true;
  }

  /** That batch is gone. */
  takeBack(): void {
    this.isHandedOver = false;
  }

  /** Nothing stays in the store, unless it was handed over. */
  async discard(): Promise<void> {
    if (this.isHandedOver) return;
    await Promise.all(
      this.portions.map(async ({ writer }) => {
        await writer.abandon();
        await this.store.remove(writer.name);
      }),
    );
  }

  private portionFor({ kind, target, request }: CheckedItem): OpenPortion {
    const { provider, upstreamModelId } = target;
    // They are for who wrote in that API: what we translate is written for our own version.
    const chosen = kind === 'params' && Object.keys(this.messageHeaders).length > 0;
    const group = `${provider} ${provider === 'provider_b' ? upstreamModelId : chosen}`;
    const current = this.open.get(group);
    const fits =
      current !== undefined &&
      current.requestCount < MAX_ITEMS &&
      current.bytes + request.length <= MAX_BYTES;
    if (fits) return current;
    const messageHeaders = chosen ? this.messageHeaders : null;
    return this.begin(group, { provider, messageHeaders, endpoint: ENDPOINTS[kind] });
  }

  private begin(
    group: string,
    what: Pick<OpenPortion, 'provider' | 'messageHeaders' | 'endpoint'>,
  ): OpenPortion {
    const id = newId('bpt');
    const writer = new ObjectWriter(this.store, `batches/${this.batchId}/${id}`);
    const portion = { ...what, id, writer, models: new Map(), requestCount: 0, bytes: 0 };
    this.open.set(group, portion);
    this.portions.push(portion);
    return portion;
  }
}
