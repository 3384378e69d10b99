import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { catchError, throwError, type Observable } from 'rxjs';
import { QueryFailedError } from 'typeorm';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';

/** What the driver throws by itself when a connection cannot be had, or ends under a statement. */
const CONNECTION_LOST =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered/;

/** A route here is little more than its statements: a database that is away is a 503 to try again, and no fault of ours. */
@Injectable()
export class DatabaseFailureInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next
      .handle()
      .pipe(
        catchError((error: unknown) =>
          throwError(() => (isOfDatabase(error) ? asDatabaseFailure(error) : error)),
        ),
      );
  }
}

/** Faults of our own code must not look as if they could pass. */
function isOfDatabase(error: unknown): boolean {
  if (error instanceof QueryFailedError) return true;
  return error instanceof Error && ('code' in error || CONNECTION_LOST.test(error.message));
}
