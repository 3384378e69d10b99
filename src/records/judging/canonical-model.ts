import type { Catalog } from '../../catalog/catalog.js';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';

/** The id under which a model has its record: its catalogue entry's, shared by dated ids and aliases; else as it is written. */
export function canonicalModel(model: string, catalog: Catalog): string {
  const parsed = parseModelId(model, catalog);
  return parsed.kind === 'chat' || parsed.kind === 'embedding' ? parsed.model.id : model;
}
