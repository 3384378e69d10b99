import { isDeepStrictEqual } from 'node:util';

/** Members as the management API shows them. */
export type AuditedFields = Readonly<Record<string, unknown>>;

export interface Difference {
  readonly before: AuditedFields | null;
  readonly after: AuditedFields | null;
}

/** What differs between two states of a thing: all of it when it was created or deleted; `undefined` when nothing does. */
export function changedMembers(
  before: AuditedFields | null,
  after: AuditedFields | null,
): Difference | undefined {
  if (before === null || after === null) return before === after ? undefined : { before, after };
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.length === 0) return undefined;
  const pick = (fields: AuditedFields): AuditedFields =>
    Object.fromEntries(changed.filter((name) => name in fields).map((name) => [name, fields[name]]));
  return { before: pick(before), after: pick(after) };
}
