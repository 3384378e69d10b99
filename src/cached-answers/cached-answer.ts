import type { Steps } from '../lib/steps.js';
import { openBytes, sealBytes, type SecretBoxKey } from '../lib/secret-box.js';

/** An answer as it is said again. */
export interface CachedAnswer {
  readonly form: 'whole' | 'stream';
  /** That served it, as callers write it. */
  readonly model: string;
  /** Of the answer, the content type among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One whose body is in pieces still. */
export type AnswerToCache = Omit<CachedAnswer, 'body'> & { readonly body: readonly Buffer[] };

const HEAD_LENGTH_BYTES = 4;

/** Encrypts head and body together. */
export function* sealAnswer({ body, ...head }: AnswerToCache, box: SecretBoxKey): Steps<Buffer> {
  const printed = Buffer.from(JSON.stringify(head));
  const length = Buffer.allocUnsafe(HEAD_LENGTH_BYTES);
  length.writeUInt32BE(printed.length);
  return yield* sealBytes([length, printed, ...body], box);
}

/** @throws Error when the value was changed, belongs to another request, or was sealed with another key */
export function* openAnswer(sealed: Buffer, box: SecretBoxKey): Steps<CachedAnswer> {
  const opened = yield* openBytes(sealed, box);
  const end = HEAD_LENGTH_BYTES + opened.readUInt32BE(0);
  const head = JSON.parse(opened.toString('utf8', HEAD_LENGTH_BYTES, end)) as Omit<CachedAnswer, 'body'>;
  return { ...head, body: opened.subarray(end) };
}
