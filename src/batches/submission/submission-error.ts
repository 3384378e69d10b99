import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';
import type { ItemFault } from './read-item.js';

/** As many bad items are listed; behind them nothing is looked at any more. */
export const MAX_FAULTS = 20;

/** One or more items are wrong: the first speaks for all, up to 20 are listed. Nothing was reserved or created. */
export class InvalidItemsError extends GatewayError {
  constructor(faults: readonly [ItemFault, ...ItemFault[]]) {
    const [first] = faults;
    super({
      status: first.status,
      code: first.code,
      param: first.param,
      message:
        faults.length === 1
          ? first.message
          : `${first.message} (${faults.length < MAX_FAULTS ? '' : 'At least '}${faults.length} items are wrong, see \`details\`.)`,
      extra: { details: faults.map(({ status: _status, ...detail }) => detail) },
    });
  }
}

/** More requests than a provider takes in one batch (contract section 7: caps are 400). */
export class BatchTooLargeError extends InvalidRequestError {
  constructor(message: string) {
    super({ code: 'batch_too_large', param: 'requests', message });
  }
}

/** The gateway has as many requests at providers as it takes. Nothing was reserved. */
export class BatchCapacityError extends GatewayError {
  constructor() {
    super({
      status: 503,
      code: 'batch_capacity_full',
      message:
        'The shared batch capacity is full for the moment, and nothing was created. Try again after the time in Retry-After.',
      headers: { 'retry-after': '60' },
    });
  }
}

/** What a provider said about a portion that it refused. */
export interface ProviderRefusal {
  readonly provider: string;
  readonly status: number | undefined;
  readonly message: string;
}

/** Every portion was refused: no batch, and the reservation is back. 503 when all that was wrong is that it was too much. */
export class BatchRefusedError extends GatewayError {
  constructor(refusals: readonly ProviderRefusal[]) {
    const isBusy = refusals.every(({ status }) => status === 429);
    const said = refusals[0]?.message ?? 'no reason was given';
    super({
      status: isBusy ? 503 : 502,
      code: isBusy ? 'batch_capacity_full' : 'batch_refused',
      message: isBusy
        ? `The providers take no more batches for the moment: ${said}`
        : `Every provider refused its part of the batch, and the reservation was refunded in full: ${said}`,
      headers: isBusy ? { 'retry-after': '60' } : {},
      extra: { provider_errors: refusals },
      source: isBusy ? 'gateway' : 'upstream',
    });
  }
}

/** The submission that held the key was refused by its providers while this one waited for it. */
export class TwinRefusedError extends GatewayError {
  constructor() {
    super({
      status: 502,
      code: 'batch_refused',
      message:
        'A submission with the same `idempotency_key` was refused by its providers. The key is free again: submit anew.',
    });
  }
}
