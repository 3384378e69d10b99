/** Where a call was refused, in the words of the call log where it has one. */
export const REFUSAL_SURFACES = [
  'chat',
  'responses',
  'messages',
  'embeddings',
  'batch',
  'decision',
  'models',
  'traces',
  'feedback',
  'account',
] as const;
export type RefusalSurface = (typeof REFUSAL_SURFACES)[number];

/** The statuses that are refusals. */
export const REFUSAL_STATUSES: ReadonlySet<number> = new Set([400, 401, 402, 403, 429]);

/** How many of a project are listed. */
export const LISTED_REFUSALS = 1_000;
/** How many of them may be of who knows no more of a key than how it begins. */
export const LISTED_UNPROVEN = 100;

/** One call that the gateway refused, as it happened. */
export interface Refusal {
  readonly id: string;
  readonly createdAt: Date;
  readonly status: number;
  readonly code: string;
  /** Of the answer; may quote the request until it is cleaned. */
  readonly message: string;
  readonly model: string | undefined;
  readonly surface: RefusalSurface;
}

/** A row of the list. */
export interface ListedRefusal extends Refusal {
  readonly projectId: string;
  readonly keyId: string;
  /** Whether the caller had the whole key, if only a revoked one. */
  readonly proven: boolean;
}

export interface RefusalCount {
  readonly projectId: string;
  readonly keyId: string;
  readonly code: string;
  /** Minutes since 1970. */
  readonly minute: number;
  readonly count: number;
}
