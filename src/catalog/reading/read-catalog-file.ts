import { readFileSync } from 'node:fs';
import type { IdPrefixes } from '../catalog-model.js';
import type { Catalog } from '../catalog.js';
import { CatalogFileError, loadCatalog } from './load-catalog.js';

const SHIPPED_CATALOG = new URL('../catalog.json', import.meta.url);

/**
 * Reads the shipped catalogue, or the operator's file at `path`. Reads at once and blocks: for the start only.
 * @throws CatalogFileError when the file cannot be read, is no JSON or breaks the schema.
 */
export function readCatalogFile({ path, prefixes }: { path?: string; prefixes?: IdPrefixes } = {}): Catalog {
  return loadCatalog(readJson(path ?? SHIPPED_CATALOG), prefixes);
}

function readJson(file: string | URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CatalogFileError([`${file instanceof URL ? file.pathname : file}: ${reason}`]);
  }
}
