import { GatewayError } from '../lib/gateway-error.js';

const BYTES_PER_MB = 1_048_576;

/** A source passed the cap of its write. */
export class ObjectTooLargeError extends GatewayError {
  constructor(readonly maxBytes: number) {
    super({
      status: 413,
      code: 'request_too_large',
      message: `The body is over the limit of ${formatBytes(maxBytes)}. Split the requests over several batches.`,
    });
  }
}

/** The disk is full or the bucket does not answer: nothing was kept. */
export class StorageUnavailableError extends GatewayError {
  constructor(cause: unknown) {
    super({
      status: 503,
      code: 'storage_unavailable',
      message: 'The service cannot reach its object storage at the moment. Try again.',
      headers: { 'retry-after': '5' },
      cause,
    });
  }
}

/** There is no object of that name. Who serves callers turns it into an answer of its own. */
export class ObjectMissingError extends Error {
  constructor(
    readonly objectName: string,
    options?: ErrorOptions,
  ) {
    super(`there is no object ${objectName}`, options);
    this.name = 'ObjectMissingError';
  }
}

/** A fault of ours: a name that is not made of our own parts. */
export class InvalidObjectNameError extends Error {
  constructor(objectName: string) {
    super(`not an object name: ${JSON.stringify(objectName.slice(0, 100))}`);
    this.name = 'InvalidObjectNameError';
  }
}

/** What a store threw, as callers see it. */
export function asStorageFailure(error: unknown): unknown {
  const isNamed =
    error instanceof GatewayError ||
    error instanceof ObjectMissingError ||
    error instanceof InvalidObjectNameError;
  return isNamed ? error : new StorageUnavailableError(error);
}

function formatBytes(bytes: number): string {
  return bytes >= BYTES_PER_MB ? `${Math.floor(bytes / BYTES_PER_MB)} MB` : `${bytes} bytes`;
}
