import { orderCalls } from '../../billing/calls/order-calls.js';
import { parseCalls, splitTexts } from '../../billing/calls/parse-calls.js';
import type { Steps } from '../../lib/steps.js';
import { searchedOn, toPage, toPageBefore } from '../page.js';
import { presentNamedCall, type NAMES } from './named-calls.js';

/** What a page of calls is printed from. Plain data: it may go to another thread. */
export interface PageText {
  /** Texts of calls (`splitTexts`) among which those of the page are, and one more where there is more. */
  readonly texts: string;
  readonly limit: number;
  /** The page is the one before a call. */
  readonly isBackwards: boolean;
  /** Up to where calls were looked at for a page that is not full. */
  readonly searchedTo?: string | undefined;
}

/** The JSON of a page of calls, a step a call, in whichever thread. */
export function* printPage({ texts, limit, isBackwards, searchedTo }: PageText): Steps<string> {
  const calls = yield* parseCalls<typeof NAMES>(splitTexts(texts));
  const rows = orderCalls(calls, { limit: limit + 1, isBackwards });
  const page = (isBackwards ? toPageBefore : toPage)(rows, limit);
  const { data, has_more, first_id, last_id } = searchedOn(page, { searchedTo, isBackwards });
  const printed: string[] = [];
  for (const row of data) {
    printed.push(JSON.stringify(presentNamedCall(row)));
    yield;
  }
  const ends = JSON.stringify({ has_more, first_id, last_id }).slice(1);
  return `{"object":"list","data":[${printed.join(',')}],${ends}`;
}
