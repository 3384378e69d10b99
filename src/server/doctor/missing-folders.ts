import { existsSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../config/settings.js';

/**
 * Directories that a look at them makes, and that are not there yet, the innermost first. A doctor is often run by another account
 * than the gateway, which could not write into what that account left behind.
 */
export function findMissingFolders({
  dataDir,
  objectStore,
}: Pick<Settings, 'dataDir' | 'objectStore'>): string[] {
  const objects = objectStore.kind === 'disk' ? objectStore.directory : path.resolve(dataDir, 'objects');
  const looked = [
    path.resolve(dataDir, 'postgres'),
    path.join(objects, '.incoming'),
    path.join(objects, 'doctor'),
  ];
  const missing = new Set<string>();
  for (const folder of looked)
    for (let place = folder; !existsSync(place) && !missing.has(place); place = path.dirname(place))
      missing.add(place);
  return [...missing].sort((one, other) => other.length - one.length);
}

/** Takes away those that are there now and hold nothing. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    try {
      rmdirSync(folder);
    } catch {
      // It is not there, or a gateway that started meanwhile keeps something in it.
    }
  }
}
