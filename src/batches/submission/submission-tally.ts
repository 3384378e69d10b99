import type { PicoUsd } from '../../lib/money.js';
import type { PortionProvider } from '../batch-portion.entity.js';
import type { BatchShape } from '../batch.entity.js';
import type { CheckedItem } from './read-item.js';
import { BatchTooLargeError } from './submission-error.js';

/** What the requests of one provider come to. */
export interface ProviderShare {
  requests: number;
  bytes: number;
  estimate: PicoUsd;
}

const MB = 1_048_576;

const CAPS: Readonly<Record<PortionProvider, { name: string; requests: number; bytes: number }>> = {
  provider_a: { name: "provider A's models", requests: 100_000, bytes: Number.POSITIVE_INFINITY },
  provider_b: { name: "provider B's models", requests: 50_000, bytes: Number.POSITIVE_INFINITY },
  hosted: { name: 'hosted open models', requests: 1_000, bytes: 2 * MB },
};

/** Adds up the requests of a submission as they are read. */
export class SubmissionTally {
  readonly shares = new Map<PortionProvider, ProviderShare>();
  private readonly shapes = new Set<'body' | 'params'>();

  /** @throws BatchTooLargeError (400) when there is more for a provider than a batch takes */
  add({ target: { provider }, kind, estimate, request }: CheckedItem): void {
    this.shapes.add(kind === 'params' ? 'params' : 'body');
    const share = this.shares.get(provider) ?? { requests: 0, bytes: 0, estimate: 0n };
    this.shares.set(provider, share);
    share.requests += 1;
    share.bytes += request.length;
    share.estimate += estimate;
    refuseOverCap(provider, share);
  }

  get estimate(): PicoUsd {
    let sum = 0n;
    for (const share of this.shares.values()) sum += share.estimate;
    return sum;
  }

  get shape(): BatchShape {
    const [shape] = this.shapes;
    return this.shapes.size === 1 && shape !== undefined ? shape : 'mixed';
  }
}

function refuseOverCap(provider: PortionProvider, share: ProviderShare): void {
  const cap = CAPS[provider];
  if (share.requests > cap.requests)
    throw new BatchTooLargeError(
      `A batch takes at most ${cap.requests} requests for ${cap.name}. Split it over several batches.`,
    );
  if (share.bytes > cap.bytes)
    throw new BatchTooLargeError(
      `A batch takes at most ${cap.bytes / MB} MB of requests for ${cap.name}. Split it over several batches.`,
    );
}
