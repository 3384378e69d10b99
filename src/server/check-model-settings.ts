import { CatalogFileError } from '../catalog/reading/load-catalog.js';
import { ModelIds } from '../catalog/ids/model-ids.service.js';
import { readCatalogFile } from '../catalog/reading/read-catalog-file.js';
import { findJudgeModel } from '../completions/judge/judge-model.js';
import { InvalidSettingsError, type Settings } from '../config/settings.js';

const FAULTS_SHOWN = 20;

/**
 * What can only be checked with the catalogue. Before anything is started: later the same fault comes with the log of everything
 * that it takes down.
 * @throws InvalidSettingsError with one line a fault
 */
export function checkModelSettings({
  catalogPath,
  idPrefixA,
  idPrefixB,
  judgeModel,
}: Pick<Settings, 'catalogPath' | 'idPrefixA' | 'idPrefixB' | 'judgeModel'>): void {
  if (catalogPath === undefined && judgeModel === undefined) return;
  try {
    const catalog = readCatalogFile({ path: catalogPath, prefixes: { a: idPrefixA, b: idPrefixB } });
    findJudgeModel(judgeModel, new ModelIds(catalog));
  } catch (error) {
    if (!(error instanceof CatalogFileError)) throw error;
    throw new InvalidSettingsError(
      error.faults.slice(0, FAULTS_SHOWN).map((fault) => `CATALOG_PATH: ${fault}`),
    );
  }
}
