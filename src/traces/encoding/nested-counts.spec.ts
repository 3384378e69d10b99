import { describe, expect, it } from 'vitest';
import { findNested, type CountedSpan } from './nested-counts.js';

const span = (spanId: string, parentSpanId?: string, more: Partial<CountedSpan> = {}): CountedSpan => ({
  traceId: 't',
  spanId,
  parentSpanId,
  tokens: 10,
  cost: 0,
  responseId: undefined,
  ...more,
});
const silent = { tokens: 0 };

describe('findNested', () => {
  it.each<[string, CountedSpan[], number[]]>([
    ['counts siblings each', [span('a'), span('b')], [0, 0]],
    ['counts a call and not the span around it', [span('a'), span('b', 'a')], [2, 0]],
    ['in any order', [span('b', 'a'), span('a')], [0, 2]],
    ['over spans that tell nothing', [span('a'), span('m', 'a', silent), span('b', 'm')], [2, 0, 0]],
    ['over several levels', [span('a'), span('b', 'a'), span('c', 'b')], [2, 2, 0]],
    [
      'and all calls within it',
      [span('a', undefined, { tokens: 20 }), span('b', 'a'), span('c', 'a')],
      [2, 0, 0],
    ],
    ['but a span above silent ones counts', [span('a'), span('b', 'a', silent)], [0, 0]],
    ['spans of other traces are others', [span('a'), span('b', 'a', { traceId: 'u' })], [0, 0]],
    ['costs are told apart from tokens', [span('a', undefined, { cost: 1 }), span('b', 'a')], [2, 0]],
    ['costs nest as well', [span('a', undefined, { cost: 1 }), span('b', 'a', { cost: 1 })], [6, 0]],
    [
      'one answer counts once, by who tells most',
      [span('a', 'x', { responseId: 'r' }), span('b', 'y', { responseId: 'r', tokens: 12 }), span('c')],
      [2, 0, 0],
    ],
    ['circles end', [span('a', 'b'), span('b', 'a')], [2, 2]],
  ])('%s', (_name, spans, expected) => {
    expect(findNested(spans)).toEqual(expected);
  });
});
