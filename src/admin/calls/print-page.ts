import { orderCalls } from '../../billing/calls/order-calls.js';
import { parseCalls, splitTexts } from '../../billing/calls/parse-calls.js';
import type { Steps } from '../../lib/steps.js';
import { toPage, toPageBefore } from '../page.js';
import { presentNamedCall, type NAMES } from './named-calls.js';

/** What a page of calls is printed from. Plain data: it may go to another thread. */
export interface PageText {
  /** Texts of calls (`splitTexts`) among which those of the page are, and one more where there is more. */
  readonly texts: string;
  readonly limit: number;
  /** The page is the one before a call. */
  readonly isBackwards: boolean;
}

/** The JSON of a page of calls, a step a call, in whichever thread. */
export function* printPage({ texts, limit, isBackwards }: PageText): Steps<string> {
  const rows = orderCalls(yield* parseCalls<typeof NAMES>(splitTexts(texts)), {
    limit: limit + 1,
    isBackwards,
  });
  const { data, has_more, first_id, last_id } = (isBackwards ? toPageBefore : toPage)(rows, limit);
  const printed: string[] = [];
  for (const row of data) {
    printed.push(JSON.stringify(presentNamedCall(row)));
    yield;
  }
  const ends = JSON.stringify({ has_more, first_id, last_id }).slice(1);
  return `{"object":"list","data":[${printed.join(',')}],${ends}`;
}
