import { describe, expect, it } from 'vitest';
import { InvalidAccountsError, readAccounts, withModels } from './read-accounts.js';

const brief = (text: string) => readAccounts(text).map(({ name, apiKey, weight }) => [name, apiKey, weight]);

describe('readAccounts', () => {
  it.each([
    ['sk-1', [['default', 'sk-1', 1]]],
    ['sk-1,sk-2', [['account-1', 'sk-1', 1], ['account-2', 'sk-2', 1]]], // prettier-ignore
    ['main=sk-1@3, backup=sk-2@0.5', [['main', 'sk-1', 3], ['backup', 'sk-2', 0.5]]], // prettier-ignore
    ['main=sk-1,sk-2@2', [['main', 'sk-1', 1], ['account-2', 'sk-2', 2]]], // prettier-ignore
    // A key may hold what divides names and weights.
    ['a=k=ey==@2', [['a', 'k=ey==', 2]]],
    ['a=k@host', [['a', 'k@host', 1]]],
    ['key=', [['default', 'key=', 1]]],
  ])('reads %s', (text, accounts) => {
    expect(brief(text)).toEqual(accounts);
  });

  it.each([
    ['sk-1,', 'entry 2'],
    ['', 'entry 1'],
    ['own=sk-1', 'named own'],
    ['a=sk-1@0', 'weight'],
    ['a=sk-1@1001', 'weight'],
    ['a=sk 1', 'entry 1'],
    ['a=sk-1,a=sk-2', 'two accounts named a'],
    ['a=sk-1,b=sk-1', 'the same key twice'],
    ['sk-1,account-1=sk-2', 'two accounts named account-1'],
    [Array.from({ length: 33 }, (_, at) => `k${at}`).join(','), 'more than 32'],
  ])('refuses %s, and shows no key', (text, why) => {
    expect(() => readAccounts(text)).toThrow(InvalidAccountsError);
    expect(() => readAccounts(text)).toThrow(why);
    expect(messageOf(() => readAccounts(text))).not.toMatch(/sk-/);
  });
});

describe('withModels', () => {
  const accounts = readAccounts('main=sk-1,backup=sk-2');

  it('gives an account its models, and leaves the others all', () => {
    const models = withModels(accounts, 'backup=claude-haiku-4-5 | claude-sonnet-4-5').map(
      (one) => one.models,
    );
    expect(models).toEqual([undefined, ['claude-haiku-4-5', 'claude-sonnet-4-5']]);
  });

  it.each(['backup', 'backup=', 'backup=a||b', 'third=a', 'main=a,main=b', ''])('refuses %s', (text) => {
    expect(() => withModels(accounts, text)).toThrow(InvalidAccountsError);
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return '';
}
