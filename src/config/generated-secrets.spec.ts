import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets } from './generated-secrets.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const load = (given: { adminToken?: string; secretsKey?: Buffer } = {}): ReturnType<typeof loadSecrets> =>
  loadSecrets({ adminToken: given.adminToken, secretsKey: given.secretsKey, formerSecretsKeys: [], dataDir });

describe('the secrets of a start with nothing set', () => {
  it('are made once, for the owner only, with nothing beside them', () => {
    const first = load();
    expect(first.adminToken).toMatch(/^svc_operator_/);
    expect(first.secretsKey).toHaveLength(32);
    expect(load()).toEqual(first);
    expect(readdirSync(dataDir).sort()).toEqual(['admin-token', 'secrets-key']);
    for (const name of readdirSync(dataDir))
      expect(statSync(path.join(dataDir, name)).mode & 0o777).toBe(0o600);
  });

  it('are not made when they are given', () => {
    const given = { adminToken: 'a token of the operator', secretsKey: Buffer.alloc(32) };
    expect(load(given)).toEqual(given);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('hold the keys that came before the one that seals', () => {
    const [key, former] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const settings = { adminToken: 'a token of the operator', secretsKey: key, dataDir };
    expect(loadSecrets({ ...settings, formerSecretsKeys: [former] }).secretsKey).toEqual([key, former]);
  });

  it.each([
    ['admin-token', '', /"[^"]*admin-token" holds no token; put back [^\n]* set ADMIN_TOKEN/],
    ['admin-token', 'a\nb', /holds no token/],
    ['secrets-key', '', /"[^"]*secrets-key" holds no key of 32 bytes; put back [^\n]* set SECRETS_KEY/],
    ['secrets-key', Buffer.alloc(31).toString('base64'), /holds no key/],
  ])('are not taken from %s when it holds %j', (name, content, line) => {
    load();
    writeFileSync(path.join(dataDir, name), content);
    expect(() => load()).toThrow(line);
    expect(() => load()).toThrow(/^DATA_DIR: [^\n]+$/);
  });

  it('are not taken from what is no file', () => {
    mkdirSync(path.join(dataDir, 'admin-token'));
    expect(() => load()).toThrow(/^DATA_DIR: "[^"]*admin-token" cannot be used \(EISDIR\)[^\n]*$/);
  });
});
