import { GatewayError } from '../../lib/gateway-error.js';
import type { ItemFacts, PortionItems, PortionResult } from './batch-provider.js';
import { makeBreather } from './breather.js';
import type { Ending } from './endings.js';
import { shapeItem } from './shape-item.js';
import { upstreamItemIds } from './upstream-item-ids.js';

/** The requests of a portion whose results are still to be read. */
export class PendingItems {
  private constructor(
    private readonly items: PortionItems,
    private readonly idOf: (customId: string) => string,
    private readonly pending: Map<string, ItemFacts>,
  ) {}

  static async of(portionId: string, items: PortionItems): Promise<PendingItems> {
    const idOf = upstreamItemIds(portionId);
    const pending = new Map<string, ItemFacts>();
    const breathe = makeBreather();
    for await (const { customId, kind, target, legacyFunctions } of items.list()) {
      await breathe();
      pending.set(idOf(customId), { customId, kind, target, legacyFunctions });
    }
    return new PendingItems(items, idOf, pending);
  }

  /** The request that an id of ours stands for, once: a line that comes twice, or is not ours, finds none. */
  take(upstreamId: string | undefined): ItemFacts | undefined {
    if (upstreamId === undefined) return undefined;
    const facts = this.pending.get(upstreamId);
    this.pending.delete(upstreamId);
    return facts;
  }

  /**
   * A result for every request that got none: its own error where it could not be said to the provider, else `ending`.
   * @param sentCount how many requests the provider took; less than all, or unknown, means that some may have been left out.
   */
  async *rest(ending: Ending, sentCount: number | undefined): AsyncGenerator<PortionResult> {
    if (this.pending.size > 0 && sentCount !== this.items.count) yield* this.leftOut();
    for (const { customId } of this.pending.values()) yield { customId, ...ending };
  }

  private async *leftOut(): AsyncGenerator<PortionResult> {
    const breathe = makeBreather();
    for await (const item of this.items.open()) {
      await breathe();
      const id = this.idOf(item.customId);
      if (!this.pending.has(id)) continue;
      const refusal = refusalOf(() => shapeItem(item));
      if (refusal === undefined) continue;
      this.pending.delete(id);
      yield { customId: item.customId, status: 'errored', error: describe(refusal) };
    }
  }
}

/** Why a request cannot be said to its provider; `undefined` when it can. */
export function refusalOf(shape: () => unknown): GatewayError | undefined {
  try {
    shape();
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

function describe({ message, code }: GatewayError): NonNullable<PortionResult['error']> {
  return { message, type: 'invalid_request_error', code };
}
