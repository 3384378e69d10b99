import { readFileSync } from 'node:fs';

/** Exit code 0 when node_modules holds what package-lock.json locks; optional packages of other platforms may be absent. */
function readPackages(file) {
  return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).packages;
}

function isInstalled() {
  const locked = readPackages('package-lock.json');
  let installed;
  try {
    installed = readPackages('node_modules/.package-lock.json');
  } catch {
    return false;
  }
  return Object.entries(locked).every(([place, { version, integrity, optional }]) => {
    if (place === '') return true;
    const found = installed[place];
    if (found === undefined) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
}

process.exitCode = isInstalled() ? 0 : 1;
