import { InvalidObjectNameError } from './storage-errors.js';

/** No segment begins with a dot: there is no way up, and names that do are free for the store itself. */
const NAME = /^[a-z0-9_][a-z0-9_.-]*(?:\/[a-z0-9_][a-z0-9_.-]*)*$/;
const MAX_LENGTH = 500;

/** @throws InvalidObjectNameError */
export function checkObjectName(name: string): void {
  if (name.length > MAX_LENGTH || !NAME.test(name)) throw new InvalidObjectNameError(name);
}

/** A folder with its slash. @throws InvalidObjectNameError */
export function checkFolder(prefix: string): void {
  if (!prefix.endsWith('/')) throw new InvalidObjectNameError(prefix);
  checkObjectName(prefix.slice(0, -1));
}
