import { expect, it } from 'vitest';
import { pairQuery } from './pair-query.js';

it.each([
  [{}, {}],
  [{ limit: '1' }, { limit: '1' }],
  [
    { limit: '1', 'metadata[order]': '7' },
    { limit: '1', metadata: [['order', '7']] },
  ],
  [
    { 'metadata[a]': '1', 'metadata[b]': '2' },
    {
      metadata: [
        ['a', '1'],
        ['b', '2'],
      ],
    },
  ],
  [{ 'metadata[a]': ['1', '2'] }, { metadata: [['a', ['1', '2']]] }],
  [{ 'metadata[a[b]]': '1' }, { metadata: [['a[b]', '1']] }],
  [{ 'metadata[]': '1' }, { metadata: [['', '1']] }],
  [{ 'metadata[__proto__]': '1' }, { metadata: [['__proto__', '1']] }],
  [{ 'other[a]': '1' }, { 'other[a]': '1' }],
  [{ metadata: 'x' }, { metadata: 'x' }],
])('the parameters %j are %j', (query, paired) => {
  expect(pairQuery(query)).toEqual(paired);
});
