import { expect, it } from 'vitest';
import { call } from '../../testing/example-calls.js';
import { NOTHING_SEEN, seeCalls } from './seen-values.js';

it('what was seen once can be filtered by, also when the list shows it no longer', () => {
  const seen = seeCalls(NOTHING_SEEN, [
    call(1),
    call(2, { key_id: 'key_2', key_name: null, served_model: null }),
  ]);
  expect([...seen.models].sort()).toEqual(['auto', 'vendora/claude-sonnet-5-5']);
  expect([...seen.keys]).toEqual([
    ['key_1', 'production'],
    ['key_2', 'key_2'],
  ]);
  expect(seeCalls(seen, [call(3)])).toBe(seen);
});
