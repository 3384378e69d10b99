import type { CatalogModel } from '../catalog-model.js';
import type { Catalog } from '../catalog.js';

const SNAPSHOT_DATE = /-20\d{2}(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/;

/** The id less a trailing snapshot date: `-2025-08-07` or `-20251001`. */
export function withoutSnapshotDate(bareId: string): string {
  return bareId.replace(SNAPSHOT_DATE, '');
}

/**
 * The catalogue entry that prices a provider's bare id: as written, else less its date, else less `-latest` or `-chat-latest`.
 * Other endings are models of their own with prices of their own (`-audio-preview`, `-search-preview`), so they find nothing.
 */
export function resolveVendorModel(
  vendor: 'a' | 'b',
  bareId: string,
  catalog: Catalog,
): CatalogModel | undefined {
  const undated = withoutSnapshotDate(bareId);
  const spellings = [bareId, undated, undated.replace(/-latest$/, ''), undated.replace(/-chat-latest$/, '')];
  for (const spelling of spellings) {
    const model = catalog.findVendorModel(vendor, spelling);
    if (model) return model;
  }
  return undefined;
}
