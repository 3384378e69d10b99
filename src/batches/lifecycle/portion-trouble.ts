import { UpstreamError } from '../../error-answers/upstream-error.js';
import { DAY_MS } from '../../lib/durations.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { StorageUnavailableError } from '../../storage/storage-errors.js';
import type { BatchPortionEntity } from '../batch-portion.entity.js';
import { refusalMessage } from './refusal-message.js';

/**
 * A provider that cannot be asked, or whose results cannot be read, holds the caller's money and tells him nothing. A weekend
 * is waited for, because a revoked account of ours or an outage there ends as a rule; then the portion fails and settles.
 */
const GIVE_UP_AFTER_MS = 3 * DAY_MS;
/** The sweep alone makes so many in a day: the first tries after a long standstill of ours do not decide. */
const GIVE_UP_TRIES = 24;

type Failing = Pick<BatchPortionEntity, 'status' | 'error'>;

/** A portion whose results were not read to the end, and why. */
export interface UnreadPortion {
  readonly portion: BatchPortionEntity;
  readonly error: unknown;
}

/** The results of some portions were not read to the end. */
export class PortionsUnreadableError extends Error {
  constructor(readonly unread: readonly UnreadPortion[]) {
    super('the results of a portion could not be read', { cause: unread[0]?.error });
    this.name = 'PortionsUnreadableError';
  }
}

/** Providers end a batch within a day. One that goes on for longer, or says so in words that we do not know, may never end it. */
export class PortionOverdueError extends GatewayError {
  constructor() {
    super({
      status: 502,
      code: 'upstream_unreadable',
      message: 'It has not ended the batch, although its time is over.',
    });
  }
}

/**
 * What one more failed try leaves on a portion that still runs or whose results are awaited: a note of since when and how often,
 * and in the end `failed`. `undefined` when the fault was none of the provider's.
 */
export function noteTrouble(
  { status, error: before }: Failing,
  { error, now }: { error: unknown; now: Date },
): Partial<BatchPortionEntity> | undefined {
  if (!isOfProvider(error)) return undefined;
  const said = refusalMessage(error);
  const since = before?.trouble?.since ?? now.toISOString();
  const tries = (before?.trouble?.tries ?? 0) + 1;
  const givenUpAt = new Date(Date.parse(since) + GIVE_UP_AFTER_MS);
  const isEnded = status === 'ended';
  const what = isEnded ? "The provider's results could not be read" : 'The provider could not be asked';
  const loss = isEnded
    ? 'what is missing comes back errored and costs nothing'
    : 'the requests come back errored and cost nothing';
  if (tries < GIVE_UP_TRIES || now < givenUpAt)
    return {
      error: {
        message: `${what} so far: ${said} It is tried again; unless it succeeds by ${givenUpAt.toISOString()} ${loss}.`,
        status: error.status,
        trouble: { since, tries },
      },
    };
  return {
    status: 'failed',
    error: {
      message: `${what} since ${since}, and ${isEnded ? 'what is missing was not' : 'nothing was'} billed: ${said}`,
      status: error.status,
      ...(isEnded && { salvage: true as const }),
    },
  };
}

/** What is ours (storage, database) is never counted against a provider. */
export function isOfProvider(error: unknown): error is UpstreamError | GatewayError {
  if (error instanceof StorageUnavailableError) return false;
  return error instanceof UpstreamError || error instanceof GatewayError;
}

/** Whether a portion's error tells of tries that go on, not of an end. */
export function isInTrouble({ error }: Pick<BatchPortionEntity, 'error'>): boolean {
  return error?.trouble !== undefined;
}
