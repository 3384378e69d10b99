import type { SealedColumn } from '../../database/sealed-column.js';

/** Under which name an item of a response is found. */
export interface StoredItem {
  readonly name: string;
  readonly isOutput: boolean;
}

export type SealedPart = 'input' | 'output' | 'frame';

/** A response as it lies in the database. */
export interface StoredResponse {
  readonly projectId: string;
  readonly id: string;
  /** Since 1970, in UTC: it goes with the whole of its day. */
  readonly day: number;
  readonly createdAt: Date;
  readonly callId: string;
  readonly model: string;
  readonly previousId: string | undefined;
  /** Names under which the input refers to items of other responses. */
  readonly wantedItems: readonly string[];
  /** Of all items, before they were sealed. */
  readonly contextBytes: number;
  readonly items: readonly StoredItem[];
  /** Sealed: packed items. */
  readonly input: Buffer;
  readonly output: Buffer;
  /** The answer before and behind the value of `output`. */
  readonly frame: Buffer;
}

/** What a sealed part belongs to: it opens for that part of that response alone. */
export function ownerOf({
  projectId,
  id,
  part,
}: {
  projectId: string;
  id: string;
  part: SealedPart;
}): string {
  return `${projectId}:${id}:${part}`;
}

/** The frame is short, and of each response. */
export const SEALED_RESPONSES: SealedColumn = {
  table: 'stored_responses',
  ids: ['project_id', 'id'],
  column: 'frame',
  ownerOf: ([projectId = '', id = '']) => ownerOf({ projectId, id, part: 'frame' }),
};
