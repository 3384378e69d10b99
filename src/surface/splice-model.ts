import { editMembers, joinBytes } from '../wire/json-bytes/edit-members.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

/** Smaller bodies go out in one piece: one write costs less than a copy of this size. */
const COPY_UP_TO_BYTES = 65_536;

/**
 * The caller's body with another model value; every other byte stays. Unchanged when the caller wrote that id already.
 * Large bodies come as slices of the same memory.
 */
export function spliceModel(
  scan: TopLevelMembers,
  written: string,
  sent: string,
): Buffer | readonly Buffer[] {
  if (written === sent) return scan.bytes;
  const spliced = editMembers(scan, [{ replace: 'model', json: JSON.stringify(sent) }]);
  return spliced.length <= COPY_UP_TO_BYTES ? joinBytes(spliced) : spliced.slices;
}
