import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { buildGateway } from '../e2e/process-gateway.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = path.join(ROOT, 'src/');
const BUILT = path.join(ROOT, 'dist/');
const IS_BUILT = new RegExp(`^${BUILT.replaceAll(/\W/g, '\\$&')}`);

/**
 * Gives who imports a file of `src/` what was built of it, loaded by Node.js itself. It is built before the first is asked for, which
 * is before the database of a run starts: files that start the product find it there, and no two of them write it at once.
 */
export function builtService(): Plugin {
  let isUpToDate = false;
  return {
    name: 'built-service',
    enforce: 'pre',
    config: () => ({ test: { server: { deps: { external: [IS_BUILT] } } } }),
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null;
      const file = path.resolve(path.dirname(importer), source);
      if (!file.startsWith(SOURCES)) return null;
      if (!isUpToDate) buildGateway();
      isUpToDate = true;
      return BUILT + file.slice(SOURCES.length);
    },
  };
}
