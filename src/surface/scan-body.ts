import { InvalidRequestError } from '../lib/gateway-error.js';
import { JsonBytesError, toInvalidRequestError } from '../wire/json-bytes/json-bytes-error.js';
import { scanTopLevel, type TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

/** Finds the members of a caller's body. @throws InvalidRequestError (400) for malformed JSON, duplicate names or too deep nesting. */
export function scanBody(bytes: Buffer): TopLevelMembers {
  if (bytes.length === 0)
    throw new InvalidRequestError({
      code: 'invalid_json',
      message: 'The body is empty. Send a JSON object.',
    });
  try {
    return scanTopLevel(bytes);
  } catch (error) {
    throw error instanceof JsonBytesError ? toInvalidRequestError(error) : error;
  }
}
