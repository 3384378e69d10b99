import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFolders } from './check-folders.js';

type Checked = Parameters<typeof checkFolders>[0];

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'folders-'));
  writeFileSync(path.join(root, 'file'), '');
  symlinkSync(path.join(root, 'nowhere'), path.join(root, 'dangling'));
  symlinkSync('loop', path.join(root, 'loop'));
});
afterAll(() => rmSync(root, { recursive: true }));

const settingsWith = (dataDir: string, others: Partial<Checked> = {}): Checked => ({
  dataDir,
  databaseUrl: undefined,
  adminToken: undefined,
  secretsKey: undefined,
  objectStore: { kind: 'disk', directory: path.resolve(dataDir, 'objects') },
  ...others,
});

describe('checkFolders', () => {
  it.each(['new', 'deep/er/est', 'with a blank and ümlauts', 'line\nfeed', '.'])(
    'makes %j and leaves nothing in it',
    (name) => {
      const directory = path.join(root, 'good', name);
      checkFolders(settingsWith(directory));
      checkFolders(settingsWith(directory));
      expect(readdirSync(directory).filter((entry) => entry.startsWith('.'))).toEqual([]);
    },
  );

  it.each([
    ['file', /is no directory \(EEXIST\)/],
    // Which of the two depends on the version of Node.js.
    ['file/below', /is no directory \((?:ENOTDIR|EEXIST)\)/],
    ['dangling', /is no directory \(EEXIST\)/],
    ['dangling/below', /is no directory \(EEXIST\)/],
    ['loop', /cannot be used \(ELOOP\)/],
    ['n'.repeat(256), /too long \(ENAMETOOLONG\)/],
    [`${'long/'.repeat(200)}end`, /is longer than 800 bytes/],
  ])('says in one line what is wrong with %s', (name, reason) => {
    const check = (): void => checkFolders(settingsWith(path.join(root, name)));
    expect(check).toThrow(reason);
    expect(check).toThrow(/^DATA_DIR: "[^\n]*; set DATA_DIR to a directory [^\n]*$/);
  });

  it.each(['objects', 'postgres'])('says so when its folder for %s is none', (name) => {
    const directory = path.join(root, `with-${name}`);
    mkdirSync(directory);
    writeFileSync(path.join(directory, name), '');
    expect(() => checkFolders(settingsWith(directory))).toThrow(
      new RegExp(`^DATA_DIR: "[^\\n]*/${name}" is no directory \\(EEXIST\\); set DATA_DIR to [^\\n]*$`),
    );
  });

  it('says so when the folder for objects is none and nothing else is kept there', () => {
    const directory = path.join(root, 'with-objects');
    const given = { databaseUrl: 'postgres://x', adminToken: 'token', secretsKey: Buffer.alloc(32) };
    expect(() => checkFolders(settingsWith(directory, given))).toThrow(/objects" is no directory/);
  });

  it('needs no data directory when all that it would keep is given', () => {
    const given = { databaseUrl: 'postgres://x', adminToken: 'token', secretsKey: Buffer.alloc(32) };
    checkFolders(settingsWith(path.join(root, 'file'), given));
    const directory = path.join(root, 'store');
    checkFolders(settingsWith('.data', { ...given, objectStore: { kind: 'disk', directory } }));
    expect(existsSync(directory)).toBe(true);
  });
});
