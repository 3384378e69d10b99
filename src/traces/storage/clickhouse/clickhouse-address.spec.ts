import { expect, it } from 'vitest';
import { readClickHouseAddress } from './clickhouse-address.js';

it.each([
  ['clickhouse://host', 'http://host:8123', 'default', '', 'default'],
  ['clickhouse://host:9000/spans', 'http://host:9000', 'default', '', 'spans'],
  ['clickhouses://a:b@host/spans', 'https://host:8443', 'a', 'b', 'spans'],
  ['clickhouse://a%40x:b%2Fc%3A@[::1]:1/d%20e', 'http://[::1]:1', 'a@x', 'b/c:', 'd e'],
])('%s', (given, url, username, password, database) => {
  expect(readClickHouseAddress(given)).toEqual({ url, username, password, database });
});
