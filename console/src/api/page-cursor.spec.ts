import { expect, it } from 'vitest';
import { afterOf, NEWEST, newerThan, olderThan } from './page-cursor.js';

const page = (last_id: string | null, has_more: boolean) => ({ data: [], last_id, has_more });

it('pages go to the end and back the same way', () => {
  const second = olderThan(page('call_7', true), NEWEST)!;
  const third = olderThan(page('call_3', true), second)!;
  expect([NEWEST, second, third].map(afterOf)).toEqual([undefined, 'call_7', 'call_3']);
  expect([newerThan(third), newerThan(second), newerThan(NEWEST)]).toEqual([second, NEWEST, undefined]);
  expect([olderThan(page('call_1', false), third), olderThan(page(null, false), NEWEST)]).toEqual([
    undefined,
    undefined,
  ]);
});
