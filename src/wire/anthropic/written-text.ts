import { isFault, skipValue } from '../json-bytes/skip-value.js';
import type { TopLevelMembers } from '../json-bytes/scan-top-level.js';
import { TextMeter } from '../json-bytes/text-meter.js';
import { isKey, walkArray, walkObject, type OnMember } from '../json-bytes/walk-members.js';

/** As deep as an answer may be that is read at all. */
const MAX_DEPTH = 500;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/** Bytes of text that the model wrote in a whole message of provider A: text, thinking, and the input of tools. */
export function writtenInMessage(scan: TopLevelMembers): number {
  const content = scan.find('content');
  if (content?.kind !== 'array') return 0;
  const meter = new TextMeter();
  let written = 0;
  const onMember: OnMember = (bytes, keyStart, keyEnd, start) => {
    meter.notation = 0;
    const end = skipValue(bytes, start, MAX_DEPTH, meter);
    if (isFault(end)) return end;
    const isText = isKey(bytes, keyStart, keyEnd, 'text') || isKey(bytes, keyStart, keyEnd, 'thinking');
    if (isText && bytes[start] === QUOTE) written += end - start - 2 - meter.notation;
    else if (isKey(bytes, keyStart, keyEnd, 'input') && bytes[start] === OPEN_BRACE)
      written += end - start - meter.notation;
    return end;
  };
  walkArray(scan.bytes, content.valueStart, MAX_DEPTH, (bytes, start) =>
    walkObject(bytes, start, MAX_DEPTH, onMember),
  );
  return written;
}
