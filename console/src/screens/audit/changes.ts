import type { AuditEntry } from '../../api/types.js';

/** One member of a thing, before and after; undefined where there was none. */
export interface MemberChange {
  readonly member: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Fields = AuditEntry['before'];

/** Each member that an entry tells of, as text, in the order of the names. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly MemberChange[] {
  const members = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...members].sort().map((member) => ({
    member,
    before: textOf(before, member),
    after: textOf(after, member),
  }));
}

/** In a line: the names of what changed. */
export const membersOf = (entry: Pick<AuditEntry, 'before' | 'after'>): string =>
  changesOf(entry)
    .map(({ member }) => member)
    .join(', ');

function textOf(fields: Fields, member: string): string | undefined {
  if (fields === null || !Object.hasOwn(fields, member)) return undefined;
  const value: unknown = fields[member];
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
