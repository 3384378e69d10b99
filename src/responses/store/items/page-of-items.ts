import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { KeptItem } from './kept-item.js';
import type { ItemPage } from '../writing/response-to-keep.js';

export interface ShownItems {
  readonly items: readonly { readonly id: string; readonly json: Buffer }[];
  readonly hasMore: boolean;
}

/** One page of a response's items. @throws InvalidRequestError (400) when `after` is the id of none of them */
export function pageOfItems(
  items: readonly KeptItem[],
  { limit, order, after }: ItemPage,
): { readonly shown: readonly KeptItem[]; readonly hasMore: boolean } {
  const ordered = order === 'asc' ? items : items.toReversed();
  const start = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0)
    throw new InvalidRequestError({
      param: 'after',
      message: `No input item of this response has the id ${JSON.stringify(after.slice(0, 100))}. Take \`last_id\` of the page before.`,
    });
  return { shown: ordered.slice(start, start + limit), hasMore: ordered.length > start + limit };
}
