import type { KeptItem } from '../items/kept-item.js';

/** An answered call as it is kept. Bodies are JSON text; they are encrypted before they leave the process. */
export interface ResponseToKeep {
  /** The provider's id where it made one. */
  readonly id: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly callId: string;
  /** The kept response that this one goes on from. */
  readonly previousId: string | undefined;
  readonly model: string;
  readonly createdAt: Date;
  /** The caller's own new items as they came (`inputAsItems`), references unresolved. */
  readonly input: readonly KeptItem[];
  /** The response object, `encrypted_content` in it. */
  readonly response: Buffer;
  /** Called when the bytes of `input` are not read any more; never, when they could not be read. */
  readonly onRead?: () => void;
}

/**
 * What a request names of an earlier one.
 * - `reference`: an `item_reference`, which must be there.
 * - `bare-reasoning`: a reasoning item without `encrypted_content`, completed when it was kept.
 */
export interface WantedItem {
  readonly id: string;
  readonly kind: 'reference' | 'bare-reasoning';
  /** Its place in `input`. */
  readonly index: number;
}

export interface WantedContext {
  readonly previousResponseId: string | undefined;
  readonly items: readonly WantedItem[];
}

/** An item of a kept answer. */
export interface MadeItem {
  /** As callers write it. */
  readonly model: string;
  readonly json: Buffer;
}

/** What a request refers to, one JSON text an item. */
export interface KeptContext {
  /** Inputs and outputs of the earlier responses, oldest first. */
  readonly chain: readonly Buffer[];
  /** By id; a bare reasoning item that is not kept is absent. */
  readonly items: ReadonlyMap<string, Buffer>;
  /** Items of answers among all these, with the model that made them. */
  readonly made: readonly MadeItem[];
}

/** A part of the items of a response's input. */
export interface ItemPage {
  /** Most items of a page. */
  readonly limit: number;
  readonly order: 'asc' | 'desc';
  /** The id behind which the page begins. */
  readonly after: string | undefined;
}
