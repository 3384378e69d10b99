import { expect, it } from 'vitest';
import type { Model } from '../../api/types.js';
import { modelOptions } from './model-options.js';

const model = (id: string, input: number | null, output: number | null, kind = 'chat'): Model =>
  ({ id, kind, prices_usd_per_million_tokens: { input, output } }) as unknown as Model;

it('models that can be chosen are listed from the cheapest, with prices as the API gave them', () => {
  const models = [
    model('dear', 3, 15),
    model('cheap', 1e-7, 0.5),
    model('reported', null, null),
    model('embedding', 0.1, 0, 'embedding'),
    model('also-cheap', 0.02, 0.5),
  ];
  expect(modelOptions(models)).toEqual([
    { value: 'also-cheap', detail: '$0.02 in · $0.5 out' },
    { value: 'cheap', detail: '$0.0000001 in · $0.5 out' },
    { value: 'dear', detail: '$3 in · $15 out' },
  ]);
});
