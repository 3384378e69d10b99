import { editMembers, joinBytes } from '../../../json-bytes/edit-members.js';
import { readRaw } from '../../../json-bytes/read-member.js';
import { scanTopLevel } from '../../../json-bytes/scan-top-level.js';
import { skipValue } from '../../../json-bytes/skip-value.js';
import { walkArray } from '../../../json-bytes/walk-members.js';

const MAX_DEPTH = 500;
const MEMBER = 'encrypted_content';
const MEMBER_BYTES = Buffer.from(`"${MEMBER}"`);
const REASONING = '"reasoning"';

/** Whether a member of that name stands somewhere, written plainly. */
export function holdsEncryptedContent(json: Buffer): boolean {
  return json.includes(MEMBER_BYTES);
}

/** A reasoning item without what only its maker reads; the very same bytes for any other item. @throws JsonBytesError */
export function withoutEncryptedContent(item: Buffer): Buffer {
  if (!holdsEncryptedContent(item)) return item;
  const scan = scanTopLevel(item, { maxDepth: MAX_DEPTH, repeatedKeys: 'keep' });
  // A compaction is nothing but its encrypted content.
  if (readRaw(scan, 'type')?.toString('latin1') !== REASONING || scan.find(MEMBER) === undefined) return item;
  return joinBytes(editMembers(scan, [{ remove: MEMBER }]));
}

/** The same for each item of an `output`. @throws JsonBytesError */
export function hideEncryptedContent(output: Buffer): Buffer {
  if (!holdsEncryptedContent(output)) return output;
  const pieces: Buffer[] = [];
  let taken = 0;
  walkArray(output, 0, MAX_DEPTH, (bytes, start) => {
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (end < 0 || bytes[start] !== 0x7b) return end;
    const item = bytes.subarray(start, end);
    const shown = withoutEncryptedContent(item);
    if (shown !== item) {
      pieces.push(bytes.subarray(taken, start), shown);
      taken = end;
    }
    return end;
  });
  return taken === 0 ? output : Buffer.concat([...pieces, output.subarray(taken)]);
}
