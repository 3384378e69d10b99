import { randomBytes } from 'node:crypto';

/** 32 characters of randomness (192 bits) behind a prefix that says what it opens. */
export function newCredential(prefix: string): string {
  return `${prefix}${randomBytes(24).toString('base64url')}`;
}
