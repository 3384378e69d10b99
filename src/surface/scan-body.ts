import { InvalidRequestError } from '../lib/gateway-error.js';
import { JsonBytesError, toInvalidRequestError } from '../wire/json-bytes/json-bytes-error.js';
import { scanTopLevel, scanUnhurried, type TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

/** Far more than any use has: what is still to be read of a body is bounded by it. */
const MAX_VALUES = 1_000_000;

/** Finds the members of a caller's body. @throws InvalidRequestError (400) for malformed JSON, duplicate names or too deep nesting. */
export function scanBody(bytes: Buffer): TopLevelMembers {
  refuseEmpty(bytes);
  try {
    return scanTopLevel(bytes);
  } catch (error) {
    throw asRequestError(error);
  }
}

/**
 * The same for bodies that may be large: those are scanned in pieces, between which others are served.
 * @throws InvalidRequestError (400) as `scanBody`, and for more than a million values; rejects with it when it waits
 */
export function scanLargeBody(bytes: Buffer): TopLevelMembers | Promise<TopLevelMembers> {
  refuseEmpty(bytes);
  try {
    const scan = scanUnhurried(bytes, { maxValues: MAX_VALUES });
    return scan instanceof Promise
      ? scan.catch((error: unknown) => {
          throw asRequestError(error);
        })
      : scan;
  } catch (error) {
    throw asRequestError(error);
  }
}

function refuseEmpty(bytes: Buffer): void {
  if (bytes.length === 0)
    throw new InvalidRequestError({
      code: 'invalid_json',
      message: 'The body is empty. Send a JSON object.',
    });
}

function asRequestError(error: unknown): unknown {
  return error instanceof JsonBytesError ? toInvalidRequestError(error) : error;
}
