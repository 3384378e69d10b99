import { GatewayError } from '../../../lib/gateway-error.js';
import type { ItemFacts, PortionItems, PortionResult } from '../batch-provider.js';
import { makeBreather } from '../http/breather.js';
import { endedAs, type Ending } from './endings.js';
import { shapeItem } from '../shape-item.js';
import { belongsToPortion, findItemId, upstreamItemIds } from '../upstream-item-ids.js';

/** The requests of a portion whose results are still to be read. */
export class PendingItems {
  /** Requests that could not be said to the provider, as far as `leftOut` has looked for them. */
  private leftOutCount = 0;

  private constructor(
    private readonly portionId: string,
    private readonly items: PortionItems,
    private readonly idOf: (customId: string) => string,
    private readonly pending: Map<string, ItemFacts>,
  ) {}

  static async of(portionId: string, items: PortionItems): Promise<PendingItems> {
    const idOf = upstreamItemIds(portionId);
    const pending = new Map<string, ItemFacts>();
    const breathe = makeBreather();
    for await (const facts of items.list()) {
      await breathe();
      pending.set(idOf(facts.customId), facts);
    }
    return new PendingItems(portionId, items, idOf, pending);
  }

  /** The request that an id of ours stands for, once: a line that comes twice, or is not ours, finds none. */
  take(upstreamId: string | undefined): ItemFacts | undefined {
    if (upstreamId === undefined) return undefined;
    const facts = this.pending.get(upstreamId);
    this.pending.delete(upstreamId);
    return facts;
  }

  get size(): number {
    return this.pending.size;
  }

  /** How many requests the provider got. Right once `leftOut` was read. */
  get sentCount(): number {
    return this.items.count - this.leftOutCount;
  }

  /** Whether an id is one that this portion's requests have at the provider. */
  owns(upstreamId: string): boolean {
    return belongsToPortion(upstreamId, this.portionId);
  }

  /** The id of ours that stands somewhere in a broken line. */
  findId(line: Buffer): string | undefined {
    return findItemId(line, this.portionId);
  }

  /** The errors of the requests that could not be said to the provider, and got no result therefore. */
  async *leftOut(): AsyncGenerator<PortionResult> {
    if (this.pending.size === 0) return;
    const breathe = makeBreather();
    for await (const item of this.items.open()) {
      await breathe();
      const id = this.idOf(item.customId);
      if (!this.pending.has(id)) continue;
      const refusal = await refusalOf(shapeItem(item));
      if (refusal === undefined) continue;
      this.pending.delete(id);
      this.leftOutCount += 1;
      yield { customId: item.customId, status: 'errored', error: describe(refusal) };
    }
  }

  /** The same result for every request that got none. */
  *rest(ending: Ending): Generator<PortionResult> {
    for (const { customId } of this.pending.values()) yield endedAs(customId, ending);
  }
}

/** Why a request cannot be said to its provider; `undefined` when it can. */
async function refusalOf(shaping: Promise<unknown>): Promise<GatewayError | undefined> {
  try {
    await shaping;
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

function describe({ message, code }: GatewayError): NonNullable<PortionResult['error']> {
  return { message, type: 'invalid_request_error', code };
}
