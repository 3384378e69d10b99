import { DatabaseError } from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../lib/gateway-error.js';
import {
  asDatabaseFailure,
  DatabaseUnavailableError,
  noteConnectionEnd,
} from './database-unavailable.error.js';

function ofServer(code: string): DatabaseError {
  const error = new DatabaseError('words', 5, 'error');
  error.code = code;
  return error;
}
const inStatement = (error: Error): QueryFailedError => new QueryFailedError('SELECT 1', [], error);

function resetOf(kind: 'database' | 'other'): Error {
  const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  if (kind === 'database') noteConnectionEnd(error);
  return error;
}

describe('an error of the database', () => {
  it.each<[string, unknown]>([
    ...[
      '08006',
      '40001',
      '40P01',
      '53100',
      '53300',
      '55000',
      '55P03',
      '57P01',
      '57P03',
      '57014',
      '58030',
      '25006',
    ].map((code): [string, unknown] => [code, ofServer(code)]),
    ['a statement that met one', inStatement(ofServer('57P01'))],
    ['an end of a connection', resetOf('database')],
    ['a statement that met it', inStatement(resetOf('database'))],
    ['a broken connection', inStatement(new Error('Connection terminated unexpectedly'))],
    ['a dead client', new Error('Client has encountered a connection error and is not queryable')],
    ['a busy pool', new Error('timeout exceeded when trying to connect')],
    ['a transaction whose connection is gone', new QueryRunnerAlreadyReleasedError()],
  ])('is 503 when it may pass: %s', (_name, error) => {
    const failure = asDatabaseFailure(error);
    expect(failure).toBeInstanceOf(DatabaseUnavailableError);
    expect(failure).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, cause: error });
  });

  it.each<[string, unknown]>([
    ...['22001', '23505', '42P01', '42601', '25001', 'XX000'].map((code): [string, unknown] => [
      code,
      ofServer(code),
    ]),
    ['a statement of ours', inStatement(ofServer('42601'))],
    ['a broken connection to somebody else', resetOf('other')],
    ['an error of our code', new TypeError('undefined is not a function')],
    ['an answer to the caller', new InvalidRequestError({ message: 'no' })],
    ['no error', 'odd'],
  ])('stays what it is when it would not: %s', (_name, error) => {
    expect(asDatabaseFailure(error)).toBe(error);
  });
});
