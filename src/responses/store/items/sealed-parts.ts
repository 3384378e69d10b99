import { openBytes, type SealingKeys } from '../../../lib/secret-box.js';
import type { Steps } from '../../../lib/steps.js';
import type { ContextRow } from '../context-rows.js';
import type { KeptItem } from './kept-item.js';
import { unpackItems } from './packed-items.js';
import { ResponseUnreadableError } from '../stored-response-errors.js';
import { ownerOf, type SealedPart } from '../stored-response.js';

/** Says which items a part of a response holds. */
export interface ReadsParts {
  /** @throws ResponseUnreadableError (500) when the part was changed or sealed with another key */
  items(row: ContextRow, part: SealedPart): Steps<readonly KeptItem[]>;
}

/** Opens what rows hold. */
export class SealedParts implements ReadsParts {
  constructor(
    private readonly key: SealingKeys,
    private readonly projectId: string,
  ) {}

  *items({ id, parts }: ContextRow, part: SealedPart): Steps<KeptItem[]> {
    const sealed = parts.get(part);
    if (sealed === undefined) return [];
    const owner = ownerOf({ projectId: this.projectId, id, part });
    return yield* unpackItems(yield* this.open(id, sealed, owner));
  }

  private *open(id: string, sealed: Buffer, owner: string): Steps<Buffer> {
    try {
      return yield* openBytes(sealed, { key: this.key, owner });
    } catch (cause) {
      throw new ResponseUnreadableError(id, cause);
    }
  }
}
