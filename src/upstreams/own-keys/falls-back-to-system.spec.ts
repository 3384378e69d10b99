import { expect, it } from 'vitest';
import { UpstreamFailedError } from '../upstream-answer.js';
import { fallsBackToSystem } from './falls-back-to-system.js';

it.each([
  [401, true],
  [429, true],
  [500, true],
  [503, true],
  [529, true],
  [408, true],
  [0, true],
  [200, false],
  [400, false],
  [402, false],
  [403, false],
  [404, false],
])('an own key that is answered %i gives way to an account of ours: %s', (status, expected) => {
  expect(fallsBackToSystem({ provider: 'provider_b', status, refusal: '' })).toBe(expected);
});

it('an own key whose answer breaks off, or is none, gives way too', () => {
  const error = new UpstreamFailedError({ code: 'upstream_interrupted', message: 'Broken.' });
  expect(fallsBackToSystem({ provider: 'provider_b', status: 200, refusal: '', error })).toBe(true);
});
