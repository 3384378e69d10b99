/** A post that is due and was claimed for this process. */
export interface DuePost {
  /** Whose it is: of one owner only a few are under way at once, so that a slow server holds up nobody else's. */
  readonly owner: string;
  /** This try is counted. */
  readonly tries: number;
}

export interface SignedPost {
  readonly url: string;
  readonly body: Buffer;
  /** What it is signed with. */
  readonly secret: string;
}

export interface PostOutcome {
  /** What the address answered; null: nothing. */
  readonly status: number | null;
  /** What was wrong, in a few words; null: any 2xx, it is delivered. */
  readonly failure: string | null;
}

/** What is claimed: what is due and not of `busy` owners, so that nobody else takes it for `seconds`. */
export interface Claim {
  readonly limit: number;
  readonly seconds: number;
  readonly busy: readonly string[];
}

/** Where posts wait. A claim is decided by the database, so that several processes post each once. */
export interface Outbox<Due extends DuePost> {
  /** For the log. */
  readonly name: string;
  claim(wanted: Claim): Promise<readonly Due[]>;
  /** `undefined`: nobody is to be told any more. */
  compose(due: Due): Promise<SignedPost | undefined>;
  /** Writes down what came of a try. `nextTryAt` null: it is delivered, or given up. */
  settle(due: Due, outcome: PostOutcome, times: { at: Date; nextTryAt: Date | null }): Promise<void>;
}
