import { expect, it } from 'vitest';
import { draftName, readDraft } from './drafts.js';

it('a draft is kept by its place, and unreadable text is none', () => {
  expect(draftName('/p/1/keys', 'create')).toBe('draft:/p/1/keys:create');
  expect([readDraft(undefined), readDraft('{'), readDraft('{"a":1}')]).toEqual([
    undefined,
    undefined,
    { value: { a: 1 } },
  ]);
});
