import { describe, expect, it } from 'vitest';
import { FeatureBag } from '../linear-model/feature-bag.js';
import { fillEdgeFeatures } from './edge-features.js';
import { fillFrameFeatures } from './frame-features.js';
import { tokenize } from '../../lib/words/tokens.js';

type Fill = typeof fillEdgeFeatures;

function bucketsOf(fill: Fill, ask: string, tail = ''): number[] {
  const bag = new FeatureBag();
  fill(bag, { system: [], head: tokenize(ask, 160), tail: tokenize(tail, 160) });
  return [...bag.buckets.slice(0, bag.size)].sort((left, right) => left - right);
}

const MIDDLES = ['The ferry was late.', 'Copper conducts heat. It is soft. Wires are made of it.'];

describe('what the scorer reads of sentences', () => {
  it('first and last sentences are read whatever stands between them', () => {
    const [one, two] = MIDDLES.map((middle) =>
      bucketsOf(fillEdgeFeatures, `Name the topic of the text. ${middle} Which topic fits best?`),
    );
    expect(one).toEqual(two);
    expect(bucketsOf(fillEdgeFeatures, 'Tell me a joke. The end.')).not.toEqual(one);
  });

  it('the last sentence is read from the tail of a long text', () => {
    const [one, two] = MIDDLES.map((middle) =>
      bucketsOf(fillEdgeFeatures, `Read this. ${middle}`, 'More of it. Which topic fits best?'),
    );
    expect(one).toEqual(two);
  });

  it('a frame is the same for another subject and another for other grammar', () => {
    const ferry = bucketsOf(fillFrameFeatures, 'Is the ferry at the harbour?');
    expect(bucketsOf(fillFrameFeatures, 'Is the violin at the museum?')).toEqual(ferry);
    expect(bucketsOf(fillFrameFeatures, 'Is a violin in our museum?')).not.toEqual(ferry);
  });

  it.each(['', ' ', '\n\n\n', '。。。', 'a'.repeat(5_000)])('reads anything: %#', (text) => {
    expect(() => bucketsOf(fillEdgeFeatures, text, text)).not.toThrow();
    expect(() => bucketsOf(fillFrameFeatures, text, text)).not.toThrow();
  });
});
