import { LARGE_DOCUMENT_BYTES, type JsonMember, type TopLevelMembers } from '../json-bytes/scan-top-level.js';
import { ChoiceReader } from './choice-reader.js';

/** Of a large answer: what is not in its long texts, which are gone through in large steps. About 12 ms. */
const MAX_WALKED_BYTES = 1_048_576;
const QUOTES = 2;

/**
 * Bytes of text that the model wrote in a whole chat completion: an estimate of what it used begins with them. Of a large one that
 * consists of very many small values only the long texts count: no model writes such answers, and reading one holds others up.
 */
export function writtenInCompletion(scan: TopLevelMembers): number {
  const choices = scan.find('choices');
  if (choices?.kind !== 'array') return 0;
  const isLarge = scan.bytes.length >= LARGE_DOCUMENT_BYTES;
  if (isLarge) {
    const long = longTextsOf(scan, choices);
    if (choices.textBytes - long > MAX_WALKED_BYTES) return long;
  }
  const reader = new ChoiceReader('message', isLarge ? scan.texts : undefined);
  reader.read(scan.bytes, choices.valueStart);
  return reader.outputBytes;
}

function longTextsOf(scan: TopLevelMembers, { valueStart, valueEnd }: JsonMember): number {
  return scan.sumLongStrings(valueStart, valueEnd, (_bytes, _start, textBytes) => textBytes - QUOTES);
}
