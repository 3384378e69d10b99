import { GatewayError } from '../../lib/gateway-error.js';
import {
  BatchProvider,
  type PortionItems,
  type PortionResult,
  type PortionState,
  type PortionTraits,
  type SubmittedPortion,
} from './batch-provider.js';

/** The portion is on a key of the project's own, and there is none any more: nobody else can see it. */
export class OwnKeyGoneError extends GatewayError {
  constructor(provider: string) {
    super({
      status: 502,
      code: 'upstream_account_error',
      message: `The project's own key of ${provider}, which this part of the batch is on, was deleted. Set a key of the same account again.`,
    });
  }
}

/** The batch API as a project's own key opens it, which is looked up each time: it may have been replaced. */
export class OwnKeyBatches extends BatchProvider {
  /** @param open @throws OwnKeyGoneError, ProviderKeyUnreadableError */
  constructor(private readonly open: () => Promise<BatchProvider>) {
    super();
  }

  override async submit(portionId: string, items: PortionItems): Promise<{ externalId: string }> {
    return (await this.open()).submit(portionId, items);
  }

  override async findSubmitted(portionId: string, traits: PortionTraits): Promise<SubmittedPortion> {
    return (await this.open()).findSubmitted(portionId, traits);
  }

  override async poll(externalId: string): Promise<PortionState> {
    return (await this.open()).poll(externalId);
  }

  override async *results(
    externalId: string,
    portionId: string,
    items: PortionItems,
  ): AsyncGenerator<PortionResult> {
    yield* (await this.open()).results(externalId, portionId, items);
  }

  override async cancel(externalId: string): Promise<void> {
    await (await this.open()).cancel(externalId);
  }
}
