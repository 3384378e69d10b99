/** The bundled PostgreSQL cannot run here. The message is one line: the reason, then the way out. */
export class EmbeddedPostgresUnavailableError extends Error {
  constructor(reason: string, options?: { cause?: unknown }) {
    super(
      `The embedded PostgreSQL cannot run here: ${reason}. Set DATABASE_URL to a PostgreSQL server (15 or later).`,
      options,
    );
    this.name = 'EmbeddedPostgresUnavailableError';
  }
}
