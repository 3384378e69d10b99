import { describe, expect, it } from 'vitest';
import { csvLine, type CsvValue } from './csv-line.js';

describe('csvLine', () => {
  it.each<[CsvValue[], string]>([
    [['a', 'b'], 'a,b\r\n'],
    [['a,b', 'say "hi"', 'two\nlines', 'one\rtwo'], '"a,b","say ""hi""","two\nlines","one\rtwo"\r\n'],
    [[null, '', 0, true], ',,0,true\r\n'],
    [[-1.5, { decimal: '-0.000000000001' }], '-1.5,-0.000000000001\r\n'],
    [['=1+1', '+1', '-1', '@sum'], `'=1+1,'+1,'-1,'@sum\r\n`],
    [['\t=1', ' =1', '\r\n=1'], `'\t=1,' =1,"'\r\n=1"\r\n`],
    [['=cmd|"/c calc"!A0'], `"'=cmd|""/c calc""!A0"\r\n`],
    [['＝1', '＠x'], `'＝1,'＠x\r\n`],
    [['vendorb/gpt-6.1-terra', 'Router (batch)', 'a=b'], 'vendorb/gpt-6.1-terra,Router (batch),a=b\r\n'],
  ])('%j is written as %j', (values, line) => {
    expect(csvLine(values)).toBe(line);
  });

  it('writes whole numbers of any size', () => {
    expect(csvLine([12_345_678_901_234_567_890n])).toBe('12345678901234567890\r\n');
  });
});
