import { bytesToSend, editMembers } from '../wire/json-bytes/edit-members.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

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
  return bytesToSend(editMembers(scan, [{ replace: 'model', json: JSON.stringify(sent) }]));
}
