import type { SeenItem } from './input-list.js';
import type { ItemReference } from './responses-outline.js';

/** Collects the items that stand for kept ones. */
export class ReferencesFound {
  readonly found: ItemReference[] = [];

  /** @param type as `typeOfItem` tells it */
  add(bytes: Buffer, { index, members }: SeenItem, type: string | undefined): void {
    const isBare = type === 'reasoning' && !members.has(bytes, 'encrypted_content');
    if (!isBare && type !== 'item_reference') return;
    const id = members.word(bytes, 'id') ?? '';
    if (id !== '') this.found.push({ id, kind: isBare ? 'bare-reasoning' : 'reference', index });
  }
}
