import { describe, expect, it } from 'vitest';
import { LabelledHistogram } from './labelled-histogram.js';

const options = {
  name: 'a_seconds',
  help: 'How long.',
  labelNames: ['one', 'two'],
  buckets: [0.1, 1],
} as const;

describe('a histogram with labels', () => {
  it('counts into all buckets from the first that holds the value, its bound included', () => {
    const histogram = new LabelledHistogram(options);
    for (const value of [0.05, 0.1, 0.5, 30]) histogram.observe(value, ['a', 'b']);
    expect(histogram.render({ pid: '7' }).split('\n')).toEqual([
      '# HELP a_seconds How long.',
      '# TYPE a_seconds histogram',
      'a_seconds_bucket{le="0.1",one="a",two="b",pid="7"} 2',
      'a_seconds_bucket{le="1",one="a",two="b",pid="7"} 3',
      'a_seconds_bucket{le="+Inf",one="a",two="b",pid="7"} 4',
      'a_seconds_sum{one="a",two="b",pid="7"} 30.65',
      'a_seconds_count{one="a",two="b",pid="7"} 4',
      '',
    ]);
  });

  it('keeps series apart by their labels, leaves empty ones out, and escapes the others', () => {
    const histogram = new LabelledHistogram(options);
    histogram.observe(1, ['', 'a']);
    histogram.observe(1, ['a', '']);
    histogram.observe(1, ['"\\\n', '']);
    const counts = histogram
      .render({})
      .split('\n')
      .filter((line) => line.startsWith('a_seconds_count'));
    expect(counts).toEqual([
      'a_seconds_count{two="a"} 1',
      'a_seconds_count{one="a"} 1',
      'a_seconds_count{one="\\"\\\\\\n"} 1',
    ]);
  });

  it('keeps series apart whose values are the same text one behind the other', () => {
    const histogram = new LabelledHistogram(options);
    histogram.observe(1, ['a\n', 'b']);
    histogram.observe(1, ['a', '\nb']);
    histogram.observe(1, ['a\n', 'b']);
    const counts = histogram
      .render({})
      .split('\n')
      .filter((line) => line.startsWith('a_seconds_count'));
    expect(counts).toEqual([
      'a_seconds_count{one="a\\n",two="b"} 2',
      'a_seconds_count{one="a",two="\\nb"} 1',
    ]);
  });
});
