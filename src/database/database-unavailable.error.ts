import { DatabaseError } from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { GatewayError } from '../lib/gateway-error.js';

/** The database is away, or takes nothing at the moment. */
export class DatabaseUnavailableError extends GatewayError {
  constructor(cause: unknown) {
    super({
      status: 503,
      code: 'database_unavailable',
      message: 'The service cannot reach its database at the moment. Try again.',
      headers: { 'retry-after': '1' },
      cause,
    });
  }
}

/**
 * What may pass by itself: connection, transaction given up for another, resources, object not in its state, operator
 * intervention, the server's own system; and a server that only reads, as after a fail-over.
 */
const PASSING_STATES = /^(?:08|40|53|55|57|58|25006)/;
/** What the driver and its pool say by themselves of a connection that cannot be had or asked. */
const NO_CONNECTION =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client (?:has encountered a connection error|was closed) and is not queryable|^Cannot use a pool after/;

/** Errors that ended a connection; the statements on it fail with the same ones. */
const ends = new WeakSet<Error>();

/** Notes an error as the end of a connection to the database: by its looks it could be that of any socket. */
export function noteConnectionEnd(error: Error): void {
  ends.add(error);
}

/** A database that is away, or takes nothing at the moment, becomes 503; a fault of ours in a statement stays what it is. */
export function asDatabaseFailure(error: unknown): unknown {
  return isLoss(error) ? new DatabaseUnavailableError(error) : error;
}

/** Reads, and once more when the connection was lost under it: one that ended while it lay in the pool is no database that is away. */
export function readTwice<Result>(read: () => Promise<Result>): Promise<Result> {
  return read().catch((error: unknown) => {
    if (error instanceof GatewayError || !isLoss(error)) throw error;
    return read();
  });
}

function isLoss(error: unknown): boolean {
  if (error instanceof GatewayError) return false;
  // The connection was lost between two statements of a transaction.
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  const fault: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (!(fault instanceof Error)) return false;
  if (fault instanceof DatabaseError) return PASSING_STATES.test(fault.code ?? '');
  return ends.has(fault) || NO_CONNECTION.test(fault.message);
}
