import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import { LARGE_FROM_BYTES, takeLargeBuffer } from './large-memory.js';
import { atOnce, type Steps } from './steps.js';
import { doneWithPieces } from './young-buffers.js';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
/** Well under a millisecond, new memory included: each of its pages is made while it is first written. */
const STEP_BYTES = 262_144;
const STEP_PIECES = 1_000;
/** Drawn from a pool, because a system call for each nonce is a fifth of sealing a small text. */
const nonces = Buffer.allocUnsafeSlow(NONCE_BYTES * 256);
let noncesUsed = nonces.length;

/** A key of 32 bytes, or several while one takes the place of another: the first seals, each of them opens. */
export type SealingKeys = Buffer | readonly [Buffer, ...Buffer[]];

export interface SecretBoxKey {
  readonly key: SealingKeys;
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

/** The key that seals, alone. */
export function sealingKeyOf(key: SealingKeys): Buffer {
  return Buffer.isBuffer(key) ? key : key[0];
}

export function allKeysOf(key: SealingKeys): readonly Buffer[] {
  return Buffer.isBuffer(key) ? [key] : key;
}

/** `sealSecret` for bytes of any length, which come in pieces. Whoever is done with a large one may `release` its memory. */
export function* sealBytes(pieces: readonly Buffer[], { key, owner }: SecretBoxKey): Steps<Buffer> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const sealed =
    length < LARGE_FROM_BYTES
      ? Buffer.allocUnsafe(HEAD_BYTES + length)
      : takeLargeBuffer(HEAD_BYTES + length);
  yield* copyPieces(pieces, sealed.subarray(HEAD_BYTES));
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  drawNonce(nonce);
  const cipher = createCipheriv('aes-256-gcm', sealingKeyOf(key), nonce).setAAD(Buffer.from(owner));
  for (let start = HEAD_BYTES; start < sealed.length; start += STEP_BYTES) {
    const piece = cipher.update(sealed.subarray(start, start + STEP_BYTES));
    piece.copy(sealed, start);
    if (length <= STEP_BYTES) continue;
    doneWithPieces(piece.length);
    yield;
  }
  cipher.final();
  sealed[0] = VERSION;
  cipher.getAuthTag().copy(sealed, 1 + NONCE_BYTES);
  return sealed;
}

/** Copied at once: the pool is filled anew while long texts are sealed. */
function drawNonce(nonce: Buffer): void {
  if (noncesUsed === nonces.length) {
    randomFillSync(nonces);
    noncesUsed = 0;
  }
  nonces.copy(nonce, 0, noncesUsed, noncesUsed + NONCE_BYTES);
  noncesUsed += NONCE_BYTES;
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
  let failure: unknown;
  for (const one of allKeysOf(key)) {
    try {
      return yield* openWith(sealed, { key: one, owner });
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

interface OneKey {
  readonly key: Buffer;
  readonly owner: string;
}

function* openWith(sealed: Buffer, { key, owner }: OneKey): Steps<Buffer> {
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
    const piece = decipher.update(sealed.subarray(start, start + STEP_BYTES));
    end += piece.copy(opened, end);
    doneWithPieces(piece.length);
    yield;
  }
  decipher.final();
  return opened;
}
