import type { ProviderKey } from '../../projects/provider-keys/provider-key.js';
import type { ChatTarget } from '../shaping/chat-target.js';

/**
 * What a request is: a chat-completions `body`, native `params` of the Messages API, or a body of provider B's Responses or
 * Embeddings API, which run there alone.
 */
export type RequestKind = 'body' | 'params' | 'responses' | 'embeddings';

/** A request of a portion without its bytes: what its result is read with. */
export interface ItemFacts {
  /** The caller's, unique within the portion. */
  readonly customId: string;
  readonly kind: RequestKind;
  readonly target: ChatTarget;
  /** A `body` that speaks of `functions`: its answer carries `function_call`. */
  readonly legacyFunctions?: boolean;
}

/** One request of a portion. Every item of a portion at provider B names the same model and is for the same endpoint. */
export interface PortionItem extends ItemFacts {
  /** The exact JSON bytes of its body, as the caller sent them. */
  readonly request: Buffer;
  /** Headers of the Messages API (version, betas) that its caller chose. */
  readonly messageHeaders?: Readonly<Record<string, string>>;
}

/** The requests of a portion, read from where they are kept as often as they are needed and never held together. */
export interface PortionItems {
  readonly count: number;
  /** Provider B's endpoint of all of them; chat completions when absent. */
  readonly endpoint?: string;
  /** Headers of the Messages API (version, betas) that their caller chose. */
  readonly messageHeaders?: Readonly<Record<string, string>>;
  /** From the first one on, every time the same requests with the same bytes in the same order. */
  open(): AsyncIterable<PortionItem>;
  /** The same requests without their bytes; `open` may serve where nothing cheaper is at hand. */
  list(): AsyncIterable<ItemFacts> | Iterable<ItemFacts>;
}

export type PortionStatus = 'in_progress' | 'canceling' | 'ended';

/** Where a portion stands. Until it has ended the counts are what the provider says so far, often zeros. */
export interface PortionState {
  readonly status: PortionStatus;
  readonly succeeded: number;
  readonly errored: number;
  readonly canceled: number;
  readonly expired: number;
  /** Why the whole portion failed, where it did: nothing of it ran. */
  readonly error?: { readonly message: string };
}

export interface ItemFailure {
  readonly message: string;
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
}

/** What stands around an answer at its provider. JSON bytes as they came. */
export interface UpstreamWords {
  /** HTTP status of the request, or the one that provider A's error type stands for. */
  readonly statusCode?: number;
  readonly requestId?: string;
  /** Provider B's: the body of an answer that failed. */
  readonly body?: Buffer;
  /** Provider B's: the error of a request that was not run. */
  readonly error?: Buffer;
}

/** How one request ended. */
export interface PortionResult {
  readonly customId: string;
  readonly status: 'succeeded' | 'errored' | 'canceled' | 'expired';
  /** In the shape of the item's kind: a `chat.completion` for `body`, a native message for `params`, else provider B's own. */
  readonly response?: Buffer;
  readonly error?: ItemFailure;
  /** What the provider said around it, for who reads its own format. */
  readonly upstream?: UpstreamWords;
  /** The `usage` member of the provider's own answer, before any translation; the bill reads it. */
  readonly rawUsage?: unknown;
  /** In pico-dollars, where the provider reports what it charged. */
  readonly reportedCost?: bigint;
}

/** What a portion can be recognised by beside its id. */
export interface PortionTraits {
  readonly requestCount: number;
  /** Wall time in milliseconds: it cannot have been created before. */
  readonly notBeforeMs: number;
  /** External ids that other portions are noted with: none of them is this one. Provider A asks for it to be decided sooner. */
  readonly takenIds?: ReadonlySet<string>;
}

/**
 * Whether a portion was created although nobody noted its external id. `undecided`: provider A shows whose a batch is only in
 * its results, and one that could be ours is still running; ask again later, and create nothing until then.
 */
export type SubmittedPortion =
  | { readonly kind: 'found'; readonly externalId: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'undecided' };

/** The batch API of one provider. What is worth a retry is retried inside, with growing pauses. */
export abstract class BatchProvider {
  /**
   * Creates the portion. An item that cannot be said to the provider is left out; `results` tells its error.
   * @throws UpstreamError or GatewayError when the provider refuses it (or no item can be said to it),
   * SubmissionUndecidedError when the connection broke and the portion may have been created.
   */
  abstract submit(portionId: string, items: PortionItems): Promise<{ externalId: string }>;

  /** Looks for a portion whose creation nobody noted, as after a crash. @throws UpstreamError or GatewayError */
  abstract findSubmitted(portionId: string, traits: PortionTraits): Promise<SubmittedPortion>;

  /** @throws UpstreamError or GatewayError when the provider cannot be asked. */
  abstract poll(externalId: string): Promise<PortionState>;

  /**
   * One result for every item, in any order, also for those that the provider lost. Only once the portion has ended; can be
   * read again when the reader failed.
   * @throws UpstreamError or GatewayError when the provider cannot be read to the end.
   */
  abstract results(externalId: string, portionId: string, items: PortionItems): AsyncIterable<PortionResult>;

  /** Asks the provider to stop; of a portion that has ended nothing changes. @throws UpstreamError or GatewayError */
  abstract cancel(externalId: string): Promise<void>;
}

/** Upstreams with a batch API. */
export type BatchUpstream = 'provider_a' | 'provider_b';

export abstract class BatchProviders {
  /**
   * @param account null: of a portion of before accounts were kept; `own`: the key of that project
   * @throws ProviderNotConfiguredError (503) also when there is no such account any more
   */
  abstract for(
    upstream: BatchUpstream,
    account: string | null,
    { projectId }: { readonly projectId: string },
  ): BatchProvider;

  /** The project's own key there, as it is now. */
  abstract ownKeyOf(projectId: string, upstream: BatchUpstream): Promise<ProviderKey | undefined>;

  /**
   * An account for a new portion, other than those that refused it: `undefined` when those are all.
   * @throws ProviderNotConfiguredError (503)
   */
  abstract choose(upstream: BatchUpstream, not: readonly string[]): string | undefined;

  /** Tells that an account refused a portion: it may be out. */
  abstract refused(upstream: BatchUpstream, account: string, error: unknown): void;
}

/** How one request at the hosted provider went. `retry`: it may pass later (429, 5xx, no answer). */
export type HostedOutcome =
  | { readonly kind: 'result'; readonly result: PortionResult }
  | { readonly kind: 'retry'; readonly retryAfterMs?: number; readonly error: { readonly message: string } };

/** The hosted provider has no batch API: its requests run as live calls, one by one, at the pace of who asks. */
export abstract class HostedItems {
  /**
   * Runs one request, once. What is wrong with it is its result, errored.
   * @throws ProviderNotConfiguredError (503); the signal's reason when it is aborted.
   */
  abstract run(item: PortionItem, signal: AbortSignal): Promise<HostedOutcome>;
}
