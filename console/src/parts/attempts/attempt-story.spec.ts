import { describe, expect, it } from 'vitest';
import { attempt } from '../../testing/example-calls.js';
import { attemptStory } from './attempt-story.js';

const after = (reason: string, changes = {}) => attempt({ retry_reason: reason, ...changes });

describe('the attempts of a call in words', () => {
  it('say why each was made after the ones before it', () => {
    const story = attemptStory([
      attempt({ model: 'big', account: 'own', status: 429 }),
      after('outage-fallback', { model: 'big', account: 'main', status: 529 }),
      after('outage-fallback', { model: 'big', account: 'backup', status: 0 }),
      after('outage-fallback', { model: 'small', account: 'main' }),
    ]);
    expect(story.map(({ because }) => because)).toEqual([
      undefined,
      'own-key-failed',
      'account-failed',
      'model-failed',
    ]);
    expect(story.map(({ isOwnKey }) => isOwnKey)).toEqual([true, false, false, false]);
  });

  it('say another account also where another model was asked in between', () => {
    const story = attemptStory([
      attempt({ model: 'big', account: 'main', status: 503 }),
      after('outage-fallback', { model: 'small', status: 503 }),
      after('outage-fallback', { model: 'big', account: 'backup' }),
    ]);
    expect(story.at(-1)?.because).toBe('account-failed');
  });

  it('have the reasons of the gateway by their names, and ones that are not known as they are', () => {
    const story = attemptStory([
      attempt(),
      after('cascade'),
      after('thinking-disabled'),
      after('of-tomorrow'),
    ]);
    expect(story.map(({ because }) => because)).toEqual([
      undefined,
      'cascade',
      'thinking-disabled',
      { word: 'of-tomorrow' },
    ]);
    expect(attemptStory([after('toString')])[0]?.because).toEqual({ word: 'toString' });
  });

  it.each([
    [0, 'no-answer'],
    [200, 'answered'],
    [400, 'refused'],
    [401, 'key-refused'],
    [402, 'no-quota'],
    [403, 'forbidden'],
    [408, 'timed-out'],
    [429, 'busy'],
    [499, 'left'],
    [500, 'failed'],
    [529, 'overloaded'],
  ])('%s is told as %s', (status, verdict) => {
    expect(attemptStory([attempt({ status })])[0]?.verdict).toBe(verdict);
  });

  it('tell an answer that another one followed as not used', () => {
    expect(attemptStory([attempt(), after('cascade')]).map(({ verdict }) => verdict)).toEqual([
      'not-used',
      'answered',
    ]);
  });
});
