import { InvalidRequestError } from '../../lib/gateway-error.js';
import type { TopLevelMembers } from '../json-bytes/scan-top-level.js';
import { isKey, walkArray, walkObject } from '../json-bytes/walk-members.js';

const DEPTH = 100;
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** An opening and a closing quote. */
const EMPTY_TEXT_BYTES = 2;

/**
 * Refuses entries of `messages` that are no messages in any dialect: each is an object that says who speaks. Nothing is built,
 * and values are hopped over. A `messages` that is no array is others' business.
 * @throws InvalidRequestError (400) naming the entry
 */
export function checkMessageList(scan: TopLevelMembers): void {
  const messages = scan.find('messages');
  if (messages?.kind !== 'array') return;
  const hop = scan.hopper();
  let index = 0;
  let roles = 0;
  const onMember = (bytes: Buffer, keyStart: number, keyEnd: number, start: number): number => {
    const end = hop.value(bytes, start);
    if (bytes[start] === QUOTE && end - start > EMPTY_TEXT_BYTES)
      roles += isRole(bytes, keyStart, keyEnd) ? 1 : 0;
    return end;
  };
  walkArray(scan.bytes, messages.valueStart, DEPTH, (bytes, start) => {
    const param = `messages[${index}]`;
    if (bytes[start] !== OPEN_BRACE)
      throw refused(param, 'must be an object with a `role` and its `content`');
    roles = 0;
    const end = walkObject(bytes, start, DEPTH, onMember);
    if (roles === 0) throw refused(`${param}.role`, 'must say who speaks: `user`, `assistant`, …');
    index += 1;
    return end;
  });
}

function isRole(bytes: Buffer, keyStart: number, keyEnd: number): boolean {
  if (isKey(bytes, keyStart, keyEnd, 'role')) return true;
  const key = bytes.subarray(keyStart, keyEnd);
  return key.includes(BACKSLASH) && JSON.parse(key.toString('utf8')) === 'role';
}

function refused(param: string, what: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` ${what}.` });
}
