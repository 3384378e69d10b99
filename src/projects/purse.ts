export const LIMIT_PERIODS = ['day', 'week', 'month', 'total'] as const;
/** By UTC; weeks begin on Monday at 00:00. `total` never ends. */
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

export type PurseKind = 'organization' | 'project' | 'key';

/** A sum that calls draw on: an organization's balance, or what is left of the limit of a project or a key. */
export interface Purse {
  /** Of the organization, the project or the key. */
  readonly id: string;
  readonly kind: PurseKind;
}

const KINDS: Readonly<Record<string, PurseKind>> = { org: 'organization', prj: 'project', key: 'key' };

/** The purse behind an id of ours; `undefined` for what has none. */
export function purseOf(id: string): Purse | undefined {
  const kind = KINDS[id.slice(0, id.indexOf('_'))];
  return kind === undefined ? undefined : { id, kind };
}
