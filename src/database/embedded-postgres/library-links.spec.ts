import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkLibraries } from './library-links.js';

describe('linkLibraries', () => {
  let nativeDir: string;

  beforeEach(() => {
    nativeDir = path.join(mkdtempSync(path.join(os.tmpdir(), 'library-links-')), 'native');
    mkdirSync(path.join(nativeDir, 'lib'), { recursive: true });
    writeFileSync(path.join(nativeDir, 'lib/libpq.so.5.18'), 'library');
  });
  afterEach(() => rmSync(path.dirname(nativeDir), { recursive: true }));

  const listLink = (target: string) =>
    writeFileSync(
      path.join(nativeDir, 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target }]),
    );

  it('makes the links that the postinstall would have made, and leaves them at the next start', () => {
    listLink('native/lib/libpq.so.5');
    expect(linkLibraries(nativeDir)).toBe(true);
    expect(linkLibraries(nativeDir)).toBe(true);
    expect(readlinkSync(path.join(nativeDir, 'lib/libpq.so.5'))).toBe('libpq.so.5.18');
  });

  it('reports that a link cannot be made', () => {
    listLink('native/absent/libpq.so.5');
    expect(linkLibraries(nativeDir)).toBe(false);
    expect(existsSync(path.join(nativeDir, 'absent'))).toBe(false);
  });

  it('needs no links where the package lists none', () => {
    expect(linkLibraries(nativeDir)).toBe(true);
  });
});
