import path from 'node:path';
import type { Plugin } from 'vitest/config';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = path.join(ROOT, 'src/');
const BUILT = path.join(ROOT, 'dist/');
const IS_BUILT = new RegExp(`^${BUILT.replaceAll(/\W/g, '\\$&')}`);

/** Gives who imports a file of `src/` what was built of it (by `global-setup.ts`), loaded by Node.js itself. */
export function builtService(): Plugin {
  return {
    name: 'built-service',
    enforce: 'pre',
    config: () => ({ test: { server: { deps: { external: [IS_BUILT] } } } }),
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null;
      const file = path.resolve(path.dirname(importer), source);
      if (!file.startsWith(SOURCES)) return null;
      return BUILT + file.slice(SOURCES.length);
    },
  };
}
