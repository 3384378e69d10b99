import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface UploadGrant {
  readonly object: string;
  /** Unix seconds; good until then. */
  readonly expires: number;
}

const SIGNATURE = /^[0-9a-f]{64}$/;
const KEY_BYTES = 32;

/** A key for upload addresses alone, so that nothing else under the secrets key can be mistaken for one. */
export function uploadSigningKey(secretsKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretsKey, Buffer.alloc(0), 'upload-url', KEY_BYTES));
}

/** Lower-case hex HMAC-SHA256. */
export function signUpload({ object, expires }: UploadGrant, key: Buffer): string {
  return createHmac('sha256', key).update(`PUT\n${object}\n${expires}`).digest('hex');
}

export function isSignedUpload(grant: UploadGrant, signature: string, key: Buffer): boolean {
  if (!SIGNATURE.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(signUpload(grant, key), 'hex'));
}
