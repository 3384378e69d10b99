import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { atOnce, type Steps } from './steps.js';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
/** Half a millisecond or so. */
const STEP_BYTES = 1_048_576;
const STEP_PIECES = 1_000;

export interface SecretBoxKey {
  /** 32 bytes. */
  readonly key: Buffer;
  /** What the secret belongs to: a sealed secret opens for that row alone. */
  readonly owner: string;
}

/** Encrypts a secret for storage: AES-256-GCM with a random nonce; version, nonce, tag and text in one value. */
export function sealSecret(secret: string, box: SecretBoxKey): Buffer {
  return atOnce(sealBytes([Buffer.from(secret, 'utf8')], box));
}

/** @throws Error when the value was changed, belongs to another row, or was sealed with another key. */
export function openSecret(sealed: Buffer, box: SecretBoxKey): string {
  return atOnce(openBytes(sealed, box)).toString('utf8');
}

/** `sealSecret` for bytes of any length, which come in pieces. */
export function* sealBytes(pieces: readonly Buffer[], { key, owner }: SecretBoxKey): Steps<Buffer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const sealed = Buffer.allocUnsafe(HEAD_BYTES + length);
  yield* copyPieces(pieces, sealed.subarray(HEAD_BYTES));
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  for (let start = HEAD_BYTES; start < sealed.length; start += STEP_BYTES) {
    cipher.update(sealed.subarray(start, start + STEP_BYTES)).copy(sealed, start);
    if (length > STEP_BYTES) yield;
  }
  cipher.final();
  sealed[0] = VERSION;
  nonce.copy(sealed, 1);
  cipher.getAuthTag().copy(sealed, 1 + NONCE_BYTES);
  return sealed;
}

function* copyPieces(pieces: readonly Buffer[], target: Buffer): Steps<void> {
  let end = 0;
  for (const [index, piece] of pieces.entries()) {
    for (let start = 0; start < piece.length; start += STEP_BYTES) {
      end += piece.copy(target, end, start, start + STEP_BYTES);
      if (piece.length > STEP_BYTES) yield;
    }
    if (index % STEP_PIECES === STEP_PIECES - 1) yield;
  }
}

/** `openSecret` for bytes. Nothing of them may be used before all are there. @throws Error as `openSecret` */
export function* openBytes(sealed: Buffer, { key, owner }: SecretBoxKey): Steps<Buffer> {
  if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) throw new Error('a sealed secret is malformed');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  if (sealed.length <= STEP_BYTES) {
    const opened = decipher.update(sealed.subarray(HEAD_BYTES));
    decipher.final();
    return opened;
  }
  const opened = Buffer.allocUnsafe(sealed.length - HEAD_BYTES);
  let end = 0;
  for (let start = HEAD_BYTES; start < sealed.length; start += STEP_BYTES) {
    end += decipher.update(sealed.subarray(start, start + STEP_BYTES)).copy(opened, end);
    yield;
  }
  decipher.final();
  return opened;
}
