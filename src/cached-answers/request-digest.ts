import { createHmac } from 'node:crypto';
import type { Steps } from '../lib/steps.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

/** Hashed in one go: about a tenth of a millisecond. */
const STEP_BYTES = 131_072;
const VERSION = 'cached answer 1';
type Hashing = ReturnType<typeof createHmac>;

/** What makes two requests the same. */
export interface DigestedRequest {
  readonly keyId: string;
  readonly surface: string;
  /** Who answers, as far as the body does not tell: what its word for a model stands for. */
  readonly addressee: string;
  readonly scan: TopLevelMembers;
  /** Members that are the gateway's own and go to no provider. */
  readonly aside: ReadonlySet<string>;
}

/**
 * A digest of the members of a request: the bytes of each value as they came, whatever stands between the members and in which order
 * they are. It is made with a secret, so that whoever sees digests cannot try what was asked.
 */
export function* digestOf(
  { keyId, surface, addressee, scan, aside }: DigestedRequest,
  secret: Buffer,
): Steps<Buffer> {
  const hmac = createHmac('sha256', secret);
  for (const text of [VERSION, keyId, surface, addressee]) updateSized(hmac, Buffer.from(text));
  const members = scan.members.filter(({ name }) => !aside.has(name));
  members.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, valueStart, valueEnd } of members) {
    updateSized(hmac, Buffer.from(name));
    updateLength(hmac, valueEnd - valueStart);
    for (let start = valueStart; start < valueEnd; start += STEP_BYTES) {
      hmac.update(scan.bytes.subarray(start, Math.min(start + STEP_BYTES, valueEnd)));
      if (valueEnd - start > STEP_BYTES) yield;
    }
  }
  return hmac.digest();
}

/** With its length in front, so that no two lists of parts are the same bytes. */
function updateSized(hmac: Hashing, bytes: Buffer): void {
  updateLength(hmac, bytes.length);
  hmac.update(bytes);
}

function updateLength(hmac: Hashing, length: number): void {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(length);
  hmac.update(bytes);
}
