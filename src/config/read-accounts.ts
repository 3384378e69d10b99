import type { AccountSettings } from './settings.js';

/** A text that holds no accounts. Its message never repeats the text, which is made of secrets. */
export class InvalidAccountsError extends Error {}

/** `name=key@weight`: the name ends at the first `=`, and the weight begins at the last `@`, where they can be some. */
const ENTRY = /^(?:([A-Za-z0-9_.-]{1,64})=(?=.))?(.*?)(?:@(\d+(?:\.\d+)?))?$/;
const MAX_ACCOUNTS = 32;
const MAX_WEIGHT = 1_000;
/** What receipts call the key that a project brought itself. */
const OWN_KEY = 'own';

/**
 * Accounts of one provider, with commas between: `main=sk-1@3,backup=sk-2` or just keys. A lone one without a name is `default`,
 * others are named by their place, `account-2`.
 * @throws InvalidAccountsError
 */
export function readAccounts(text: string): AccountSettings[] {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.length > MAX_ACCOUNTS) throw new InvalidAccountsError(`more than ${MAX_ACCOUNTS} accounts`);
  const accounts = entries.map((entry, at) => readAccount(entry, at, entries.length));
  for (const [at, { name, apiKey }] of accounts.entries()) {
    // In the call log this is a project's own account.
    if (name === 'own') throw new InvalidAccountsError('an account named own');
    const earlier = accounts.slice(0, at);
    if (earlier.some((other) => other.name === name))
      throw new InvalidAccountsError(`two accounts named ${name}`);
    if (earlier.some((other) => other.apiKey === apiKey))
      throw new InvalidAccountsError(`the same key twice, the second time in entry ${at + 1}`);
  }
  return accounts;
}

function readAccount(entry: string, at: number, count: number): AccountSettings {
  const [, name, apiKey = '', weightText = '1'] = ENTRY.exec(entry) ?? [];
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new InvalidAccountsError(`no key of printable ASCII in entry ${at + 1}`);
  if (name === OWN_KEY)
    throw new InvalidAccountsError(`an account named ${OWN_KEY}, which is what keys of projects are called`);
  const weight = Number(weightText);
  if (!(weight > 0 && weight <= MAX_WEIGHT))
    throw new InvalidAccountsError(`a weight that is not above 0 and up to ${MAX_WEIGHT} in entry ${at + 1}`);
  return { name: name ?? (count === 1 ? 'default' : `account-${at + 1}`), apiKey, weight, models: undefined };
}

/**
 * Which models accounts serve: `backup=claude-haiku-4-5|claude-sonnet-4-5`, with commas between accounts, ids as the provider
 * knows them. An account that is not named serves all.
 * @throws InvalidAccountsError
 */
export function withModels(accounts: readonly AccountSettings[], text: string): AccountSettings[] {
  const lists = new Map<string, readonly string[]>();
  for (const entry of text.split(',')) {
    const [, name = '', list = ''] = /^\s*([A-Za-z0-9_.-]{1,64})\s*=\s*(.+?)\s*$/.exec(entry) ?? [];
    const models = list.split('|').map((model) => model.trim());
    if (name === '' || models.includes(''))
      throw new InvalidAccountsError('something else than name=model|model');
    if (!accounts.some((account) => account.name === name))
      throw new InvalidAccountsError(`models of ${name}, which is no account`);
    if (lists.has(name)) throw new InvalidAccountsError(`models of ${name} twice`);
    lists.set(name, models);
  }
  return accounts.map((account) => ({ ...account, models: lists.get(account.name) ?? account.models }));
}
