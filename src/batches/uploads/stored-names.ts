import { randomChars } from '../../lib/ids.js';

/** Everything of uploads is under it in the object store. */
export const UPLOADS_FOLDER = 'uploads/';

const ATTEMPT_CHARS = 12;

/** A name for one attempt to upload: attempts that race do not touch each other's bytes. */
export function attemptName(object: string): string {
  return `${UPLOADS_FOLDER}${object}-${randomChars(ATTEMPT_CHARS)}`;
}

/** Where a bucket takes a body directly. Its holder can write there until the address expires, so nothing is read from it. */
export function directName(object: string): string {
  return `${UPLOADS_FOLDER}direct/${object}`;
}
