import type { TopLevelMembers } from '../json-bytes/scan-top-level.js';
import { ChoiceReader } from './choice-reader.js';

/** Bytes of text that the model wrote in a whole chat completion: an estimate of what it used begins with them. */
export function writtenInCompletion(scan: TopLevelMembers): number {
  const choices = scan.find('choices');
  if (choices?.kind !== 'array') return 0;
  const reader = new ChoiceReader('message');
  reader.read(scan.bytes, choices.valueStart);
  return reader.outputBytes;
}
