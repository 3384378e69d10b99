import { InvalidRequestError } from '../../lib/gateway-error.js';
import type { JsonKind, JsonMember, TopLevelMembers } from './scan-top-level.js';

export interface ReadOptions {
  /** For optional fields, which OpenAI lets a caller write as `null`: then null reads as absent instead of being refused. */
  nullIs?: 'absent' | 'refused';
}

/** @throws InvalidRequestError (`param` = name) when the value is there and is no string. */
export function readString(scan: TopLevelMembers, name: string, options?: ReadOptions): string | undefined {
  const member = findMember(scan, name, options);
  if (!member) return undefined;
  if (member.kind !== 'string') throw wrongType(member, 'a string');
  const written = textOf(scan, member);
  return written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
}

/** @throws InvalidRequestError (`param` = name) when the value is there and is neither true nor false. */
export function readBoolean(scan: TopLevelMembers, name: string, options?: ReadOptions): boolean | undefined {
  const member = findMember(scan, name, options);
  if (!member) return undefined;
  if (member.kind !== 'true' && member.kind !== 'false') throw wrongType(member, 'true or false');
  return member.kind === 'true';
}

/**
 * A double: digits beyond its precision are lost, so use it for limits and temperatures, not for ids.
 * @throws InvalidRequestError (`param` = name) when the value is there and is no number, or one too large for a double.
 */
export function readNumber(scan: TopLevelMembers, name: string, options?: ReadOptions): number | undefined {
  const member = findMember(scan, name, options);
  if (!member) return undefined;
  if (member.kind !== 'number') throw wrongType(member, 'a number');
  const value = Number(textOf(scan, member));
  if (!Number.isFinite(value)) {
    throw new InvalidRequestError({ message: `\`${name}\` is too large a number.`, param: name });
  }
  return value;
}

/** The parsed value of one member; its shape is the caller's to check. Costs a JSON.parse of that slice. */
export function readJson(scan: TopLevelMembers, name: string, options?: ReadOptions): unknown {
  const member = findMember(scan, name, options);
  return member && (JSON.parse(textOf(scan, member)) as unknown);
}

/** The same where a large value is none that was looked for: then it is left unread. */
export function readSmallJson(scan: TopLevelMembers, name: string, maxBytes = 65_536): unknown {
  const member = scan.find(name);
  const isSmall = member !== undefined && member.valueEnd - member.valueStart <= maxBytes;
  return isSmall ? (JSON.parse(textOf(scan, member)) as unknown) : undefined;
}

/** The bytes of one member's value as they were sent, or undefined when it is absent. */
export function readRaw(scan: TopLevelMembers, name: string): Buffer | undefined {
  const member = scan.find(name);
  return member && scan.bytes.subarray(member.valueStart, member.valueEnd);
}

function findMember(scan: TopLevelMembers, name: string, options: ReadOptions = {}): JsonMember | undefined {
  const member = scan.find(name);
  return member?.kind === 'null' && options.nullIs === 'absent' ? undefined : member;
}

function textOf(scan: TopLevelMembers, member: JsonMember): string {
  return scan.bytes.toString('utf8', member.valueStart, member.valueEnd);
}

const FOUND: Record<JsonKind, string> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  true: 'true',
  false: 'false',
  null: 'null',
};

function wrongType(member: JsonMember, expected: string): InvalidRequestError {
  return new InvalidRequestError({
    message: `\`${member.name}\` must be ${expected}, but it is ${FOUND[member.kind]}.`,
    param: member.name,
  });
}
