import { GatewayError } from '../lib/gateway-error.js';

/** The database did not answer, so it cannot be known who calls or what they may: nothing was sent anywhere. */
export class DatabaseUnavailableError extends GatewayError {
  constructor(cause: unknown) {
    super({
      status: 503,
      code: 'database_unavailable',
      message: 'The service cannot reach its database, so nothing was sent. Try again.',
      headers: { 'retry-after': '1' },
      cause,
    });
  }
}

const SQLSTATE = /^\d[0-9A-Z]{4}$/;
/** Connection, resources, object not in its state, operator intervention: what may pass by itself. */
const PASSING_CLASSES = /^(?:08|53|55|57)/;

/** A fault of the connection becomes 503; a fault of ours in a statement stays what it is. */
export function asDatabaseFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isStatementFault = typeof code === 'string' && SQLSTATE.test(code) && !PASSING_CLASSES.test(code);
  return isStatementFault || error instanceof GatewayError ? error : new DatabaseUnavailableError(error);
}
