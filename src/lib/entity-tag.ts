import { createHash } from 'node:crypto';

const TAG_CHARS = 22;

/** What a change may expect of the thing that it meets: any state, or one of these entity tags. */
export type ExpectedState = '*' | readonly string[];

/** The entity tag (RFC 9110) of a state that JSON can hold, quotes included: the same for the same state, in every process. */
export function entityTag(state: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(state)).digest('base64url');
  return `"${hash.slice(0, TAG_CHARS)}"`;
}

/** Whether a change that expects that may be made to what has this tag; any when nothing is expected. */
export const meetsExpected = (tag: string, expected: ExpectedState | undefined): boolean =>
  expected === undefined || expected === '*' || expected.includes(tag);
