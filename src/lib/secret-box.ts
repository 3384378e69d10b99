import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

export interface SecretBoxKey {
  /** 32 bytes. */
  readonly key: Buffer;
  /** What the secret belongs to: a sealed secret opens for that row alone. */
  readonly owner: string;
}

/** Encrypts a secret for storage: AES-256-GCM with a random nonce; version, nonce, tag and text in one value. */
export function sealSecret(secret: string, { key, owner }: SecretBoxKey): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text]);
}

/** @throws Error when the value was changed, belongs to another row, or was sealed with another key. */
export function openSecret(sealed: Buffer, { key, owner }: SecretBoxKey): string {
  if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) throw new Error('a sealed secret is malformed');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
}
