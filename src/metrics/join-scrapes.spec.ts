import { describe, expect, it } from 'vitest';
import { joinScrapes } from './join-scrapes.js';

const textOf = (pid: number, value: number): string =>
  [
    '# HELP a_total Of a.',
    '# TYPE a_total counter',
    `a_total{pid="${pid}"} ${value}`,
    '',
    '# HELP b Of b.',
    '# TYPE b gauge',
    `b{x="1",pid="${pid}"} ${value}`,
    `b{x="2",pid="${pid}"} ${value}`,
    '',
  ].join('\n');

describe('the scrapes of several processes', () => {
  it('make one, with the lines of a metric together and its description once', () => {
    expect(joinScrapes([textOf(1, 10), textOf(2, 20)]).split('\n')).toEqual([
      '# HELP a_total Of a.',
      '# TYPE a_total counter',
      'a_total{pid="1"} 10',
      'a_total{pid="2"} 20',
      '',
      '# HELP b Of b.',
      '# TYPE b gauge',
      'b{x="1",pid="1"} 10',
      'b{x="2",pid="1"} 10',
      'b{x="1",pid="2"} 20',
      'b{x="2",pid="2"} 20',
      '',
    ]);
  });

  it('keep what one process alone has', () => {
    const alone = '# HELP c Of c.\n# TYPE c gauge\nc{pid="2"} 1\n';
    expect(joinScrapes([textOf(1, 1), alone])).toContain('c{pid="2"} 1');
    expect(joinScrapes([textOf(1, 1)])).toBe(textOf(1, 1));
  });
});
