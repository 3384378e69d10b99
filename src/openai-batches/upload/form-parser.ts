import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { GatewayError } from '../../lib/gateway-error.js';
import { InvalidFormError } from './upload-form-errors.js';

const MULTIPART = /^\s*multipart\/form-data\s*(?:;|$)/i;
const LIMITS = { files: 1, fields: 20, parts: 24, fieldSize: 4_096, headerPairs: 32, headerSize: 16_384 };
const BUFFERED_BYTES = 262_144;

/** @throws InvalidFormError (400) when the content type is another one, or names no boundary */
export function newFormParser(contentType: string | undefined): BusboyInstance {
  if (contentType === undefined || !MULTIPART.test(contentType))
    throw new InvalidFormError('The body is no multipart/form-data.');
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Also without a file name, or a type.
      isPartAFile: (name, _type, filename) => name === 'file' || filename !== undefined,
      limits: LIMITS,
      fileHwm: BUFFERED_BYTES,
    });
  } catch (error) {
    throw new InvalidFormError('The content-type names no boundary.', error);
  }
}

/** Resolves when there is room for more. */
export function writeForm(parser: BusboyInstance, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(chunk, (error) => (error ? reject(asFormError(error)) : resolve()));
  });
}

/** What breaks the stream is what broke the form. */
export async function* chunksOf(stream: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw asFormError(error);
  }
}

/** What a parser throws, as callers see it. */
export function asFormError(error: unknown): Error {
  if (error instanceof GatewayError) return error;
  return new InvalidFormError(
    'The form cannot be read: it ends before its last boundary, or a part has no head.',
    error,
  );
}
