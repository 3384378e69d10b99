import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/steps.js';
import type { KeptItem } from './kept-item.js';
import { packItems, unpackItems } from './packed-items.js';

const item = (id: string, more: Partial<KeptItem> = {}): KeptItem => ({
  id,
  isIdGiven: false,
  kind: 'whole',
  json: Buffer.from(`{"id": "${id}"}`),
  ...more,
});

describe('packed items', () => {
  it.each([
    ['none', []],
    ['some of each kind', [item('msg_1', { isIdGiven: true }), item('rs_1', { kind: 'bare-reasoning' })]],
    [
      'ids of any length and letters',
      [item(''), item('ключ€😀'), item('x'.repeat(1_024), { kind: 'reference' })],
    ],
    ['more than a step', Array.from({ length: 2_500 }, (_, index) => item(`msg_${index}`))],
  ])('come back as they were: %s', (_, items) => {
    expect(atOnce(unpackItems(Buffer.concat(atOnce(packItems(items)))))).toEqual(items);
  });
});
