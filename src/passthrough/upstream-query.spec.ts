import { describe, expect, it } from 'vitest';
import { upstreamQuery } from './upstream-query.js';

describe('upstreamQuery', () => {
  it.each([
    ['/a', ''],
    ['/a?', '?'],
    ['/a?beta=true&x=%20&&y', '?beta=true&x=%20&&y'],
    ['/a?beta=true&api_key=svc_live_1&x=1', '?beta=true&x=1'],
    ['/a?api_key=svc_live_1', ''],
    ['/a?svc_live_1', ''],
    ['/a?k=Bearer%20svc%5Flive_1&b=%', '?b=%'],
  ])('of %s is %s', (url, query) => {
    expect(upstreamQuery(url, 'svc_live_')).toBe(query);
  });
});
