/** How one model did at a group's tasks, within the record's window; `rate` is from 0 to 1. */
export interface GroupModelRecord {
  readonly model: string;
  readonly judged: number;
  readonly succeeded: number;
  readonly rate: number;
  /** The 95 % interval of the rate. */
  readonly rate_low: number;
  readonly rate_high: number;
}

/** Where a group's contract cascade stands. */
export interface GroupCascade {
  readonly state: 'active' | 'stopped' | 'probing';
  /** Cascaded calls that the guardrail remembers, and how many of them escalated. */
  readonly cascaded: number;
  readonly escalated: number;
  /** RFC 3339 while stopped; null otherwise. */
  readonly stopped_until: string | null;
}

export interface GroupRecords {
  readonly records: readonly GroupModelRecord[];
  /** Null for a group that never cascaded. */
  readonly cascade: GroupCascade | null;
}

/**
 * What judging knows of groups, for whoever lists them. Groups know nothing of judging: who judges implements this.
 * A group without anything judged may be absent from the answer.
 */
export abstract class GroupRecordsReader {
  abstract readGroups(groupIds: readonly string[]): Promise<ReadonlyMap<string, GroupRecords>>;
}
