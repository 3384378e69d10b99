import { newId } from '../../lib/ids.js';

const FILE_ID = /^file-[0-9a-z]{1,40}$/;

/** An id that sorts by creation, in the way of OpenAI's. */
export function newFileId(nowMs: number): string {
  return newId('file', nowMs).replace('_', '-');
}

export function isFileId(value: unknown): value is string {
  return typeof value === 'string' && FILE_ID.test(value);
}
