/** There is no first connection at the start. One line; the address stays out of it, because it holds a password. */
export class DatabaseUnreachableError extends Error {
  constructor(cause: unknown) {
    super(
      `DATABASE_URL: no connection (${reasonOf(cause)}); check the address, the account, and that the server runs.`,
      { cause },
    );
    this.name = 'DatabaseUnreachableError';
  }
}

/** A name with several addresses fails with one error for each, and no words of its own. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
