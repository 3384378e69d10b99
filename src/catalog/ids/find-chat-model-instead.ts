import type { Catalog } from '../catalog.js';
import { withoutSnapshotDate } from './resolve-vendor-model.js';

const FAMILY_ENDING = /-(?:pro|codex(?:-[a-z0-9]+)*|deep-research(?:-[a-z0-9]+)*|cyber)$/;
const SPECIAL_FAMILY = /^(?:codex-|computer-use-|gpt-daybreak(?:-|$)|gpt-.*rosalind)/;

/**
 * For a bare provider B id that the catalogue does not list: the chat model to name instead when the id's family runs
 * only on the Responses API (wire notes 4), `undefined` when it is no such id. The answer carries our prefix.
 */
export function findChatModelInstead(bareId: string, catalog: Catalog): string | undefined {
  const id = withoutSnapshotDate(bareId);
  const { useInstead, fallback } = catalog.responsesOnly;
  const listed = useInstead.get(id);
  if (listed !== undefined) return listed;
  if (!FAMILY_ENDING.test(id) && !SPECIAL_FAMILY.test(id)) return undefined;
  const base = id.replace(FAMILY_ENDING, '');
  for (const candidate of [base, `${base}-chat-latest`]) {
    const model = catalog.findVendorModel('b', candidate);
    if (model?.kind === 'chat') return model.id;
  }
  return fallback;
}
