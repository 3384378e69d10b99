import { readJson } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { skipValue } from '../../wire/json-bytes/skip-value.js';
import { walkArray } from '../../wire/json-bytes/walk-members.js';

export interface ResponsesAnswer {
  /** Calls that provider B charges: searches, not pages that were opened. */
  readonly webSearches: number;
  /** Bytes of the output, for an estimate of what it took. */
  readonly outputBytes: number;
}

const MAX_DEPTH = 500;
const OPEN_BRACE = 0x7b;
const SEARCH_CALL = Buffer.from('"web_search_call"');

/** What a response object is billed by beside its `usage`. */
export function readResponsesAnswer(scan: TopLevelMembers): ResponsesAnswer {
  const output = scan.find('output');
  if (output?.kind !== 'array') return { webSearches: 0, outputBytes: 0 };
  let webSearches = 0;
  const isSearched = scan.bytes.indexOf(SEARCH_CALL, output.valueStart) >= 0;
  if (isSearched)
    walkArray(scan.bytes, output.valueStart, MAX_DEPTH, (bytes, start) => {
      const end = skipValue(bytes, start, MAX_DEPTH);
      if (isSearch(bytes.subarray(start, end))) webSearches += 1;
      return end;
    });
  return { webSearches, outputBytes: output.textBytes };
}

function isSearch(item: Buffer): boolean {
  if (item[0] !== OPEN_BRACE || !item.includes(SEARCH_CALL)) return false;
  const scan = scanTopLevel(item, { repeatedKeys: 'keep', maxDepth: MAX_DEPTH });
  if (readJson(scan, 'type') !== 'web_search_call') return false;
  const action = readJson(scan, 'action') as { type?: unknown } | null | undefined;
  return (action?.type ?? 'search') === 'search';
}
