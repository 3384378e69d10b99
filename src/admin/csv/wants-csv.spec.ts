import { describe, expect, it } from 'vitest';
import { wantsCsv, type ListFormat } from './wants-csv.js';

describe('wantsCsv', () => {
  it.each<[ListFormat | undefined, string | undefined, boolean]>([
    [undefined, undefined, false],
    [undefined, '*/*', false],
    [undefined, 'application/json', false],
    [undefined, 'text/csv', true],
    [undefined, 'Text/CSV; charset=utf-8', true],
    [undefined, 'text/csv;q=0', false],
    [undefined, 'application/json, text/csv;q=0.5', false],
    [undefined, 'application/json;q=0.5, text/csv', true],
    [undefined, 'text/html, text/csv;q=0.9, */*;q=0.8', true],
    [undefined, ',;,q=;;;', false],
    ['csv', 'application/json', true],
    ['json', 'text/csv', false],
  ])('format %s and Accept %j: %s', (format, accept, csv) => {
    expect(wantsCsv(format, accept)).toBe(csv);
  });
});
