import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

interface LibraryLink {
  source: string;
  target: string;
}

/**
 * npm packages cannot carry symbolic links: a postinstall makes them from `pg-symlinks.json`. Where install scripts did
 * not run (`--ignore-scripts`, npm 12) the libraries are missing, so they are made again here.
 *
 * @param nativeDir the `native` folder; the paths in the list start with `native/`.
 * @returns false when the folder cannot be written, and the binaries have to be copied to run.
 */
export function linkLibraries(nativeDir: string): boolean {
  const list = path.join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  return readLinks(readFileSync(list, 'utf8')).every(({ source, target }) =>
    ensureLink(path.join(nativeDir, path.relative('native', target)), path.basename(source)),
  );
}

function readLinks(text: string): LibraryLink[] {
  return JSON.parse(text) as LibraryLink[];
}

function ensureLink(link: string, destination: string): boolean {
  if (existsSync(link)) return true;
  try {
    symlinkSync(destination, link);
    return true;
  } catch (error) {
    // Two starts may link at the same moment.
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}
