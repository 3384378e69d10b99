import { statSync } from 'node:fs';
import path from 'node:path';
import { InvalidSettingsError, type Settings } from '../../config/settings.js';
import { checkFolders } from '../check-folders.js';
import { checkModelSettings } from '../check-model-settings.js';
import { fault, ok, warning, type Finding } from './finding.js';

const SECRET_FILES = ['admin-token', 'secrets-key'];
const OTHERS = 0o077;

/** Directories, the catalogue, and who may read the generated secrets. */
export function checkFiles(settings: Settings): Finding[] {
  return [
    ...tried('directories', 'all can be written', () => checkFolders(settings)),
    ...checkModels(settings),
    ...SECRET_FILES.flatMap((name) => checkSecretFile(settings.dataDir, name)),
  ];
}

function checkModels(settings: Settings): Finding[] {
  if (settings.catalogPath === undefined && settings.judgeModel === undefined) return [];
  return tried('catalogue', 'can be read', () => checkModelSettings(settings));
}

function tried(check: string, said: string, work: () => void): Finding[] {
  try {
    work();
    return [ok(check, said)];
  } catch (error) {
    if (!(error instanceof InvalidSettingsError)) throw error;
    return error.faults.map((line) => fault(check, { said: line, wayOut: 'See the line itself.' }));
  }
}

function checkSecretFile(dataDir: string, name: string): Finding[] {
  const file = path.resolve(dataDir, name);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return [];
  const check = `file ${name}`;
  if ((mode & OTHERS) === 0) return [ok(check, 'is readable by its owner alone')];
  return [
    warning(check, {
      said: `${JSON.stringify(file)} is readable by others (${(mode & 0o777).toString(8)})`,
      wayOut: `chmod 600 ${JSON.stringify(file)}`,
    }),
  ];
}
