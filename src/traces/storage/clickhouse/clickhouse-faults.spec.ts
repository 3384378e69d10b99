import { expect, it } from 'vitest';
import { SpansRefusedError } from '../trace-store.js';
import { judgeClickHouseError, TracesUnavailableError, toStoreError } from './clickhouse-faults.js';

const said = (code: string | undefined, type?: string): Error =>
  Object.assign(new Error('operator: Authentication failed'), { code, type });

it.each<[string, Error, string]>([
  ['not reached', said('ECONNREFUSED'), 'passing'],
  ['no answer in time', new Error('Timeout error.'), 'passing'],
  ['wrong password', said('516', 'AUTHENTICATION_FAILED'), 'passing'],
  ['too many parts', said('252', 'TOO_MANY_PARTS'), 'passing'],
  ['out of memory', said('241', 'MEMORY_LIMIT_EXCEEDED'), 'passing'],
  ['only reads', said('242', 'TABLE_IS_READ_ONLY'), 'passing'],
  ['no table', said('60', 'UNKNOWN_TABLE'), 'schema'],
  ['no database', said('81', 'UNKNOWN_DATABASE'), 'schema'],
  ['data that cannot be read', said('117', 'INCORRECT_DATA'), 'data'],
  ['a question put wrongly', said('62', 'SYNTAX_ERROR'), 'ours'],
])('%s', (_title, error, fault) => {
  expect(judgeClickHouseError(error)).toBe(fault);
});

it('is told without the words of the server, which may quote who asked', () => {
  const away = toStoreError(said('516', 'AUTHENTICATION_FAILED'));
  expect(away).toBeInstanceOf(TracesUnavailableError);
  expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(away.cause).toMatchObject({ message: 'ClickHouse: 516 AUTHENTICATION_FAILED' });
  expect(toStoreError(said('117', 'INCORRECT_DATA'))).toBeInstanceOf(SpansRefusedError);
});
