import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.js';

const SOURCES = path.resolve(import.meta.dirname, '..');
/** Migrations lock on a connection of their own. */
const MAY_ASK = ['database/advisory-locks.ts', 'database/run-migrations.ts'];

describe('the numbers of advisory locks', () => {
  it('are one a purpose', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('are written in one file', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
    );
    expect(files.length).toBeGreaterThan(100);
    const asking = files.filter((file) =>
      /pg_(?:try_)?advisory|7_?142_?0\d\d\b/.test(readFileSync(path.join(SOURCES, file), 'utf8')),
    );
    expect(asking.sort()).toEqual(MAY_ASK);
  });
});
