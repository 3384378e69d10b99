import { Injectable } from '@nestjs/common';
import { Clock } from '../../lib/clock.js';
import {
  GroupRecordsReader,
  type GroupCascade,
  type GroupModelRecord,
  type GroupRecords,
} from '../groups/group-records-reader.js';
import { countEscalated, phaseOf, type CascadeGuardrail } from './cascade-guardrail.js';
import { JudgedTasksRepository } from './judged-tasks.repository.js';
import { rateInterval, rateOf, roundRate, type ModelRecord } from './model-record.js';

/** Records and cascades as lists of groups show them: from the database, not from memory. */
@Injectable()
export class JudgedGroupRecords extends GroupRecordsReader {
  constructor(
    private readonly repository: JudgedTasksRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async readGroups(groupIds: readonly string[]): Promise<ReadonlyMap<string, GroupRecords>> {
    const now = this.clock.now();
    const standings = await this.repository.readStandings(groupIds, now);
    return new Map(
      [...standings].map(([groupId, { records, guardrail }]) => [
        groupId,
        {
          records: records.map(toGroupRecord),
          cascade: toCascade(guardrail, now.getTime()),
        },
      ]),
    );
  }
}

function toGroupRecord(record: ModelRecord): GroupModelRecord {
  const { low, high } = rateInterval(record);
  return { ...record, rate: rateOf(record), rate_low: roundRate(low), rate_high: roundRate(high) };
}

function toCascade(guardrail: CascadeGuardrail, nowMs: number): GroupCascade | null {
  const { outcomes, stoppedUntilMs } = guardrail;
  if (outcomes.length === 0 && stoppedUntilMs === undefined) return null;
  const state = phaseOf(guardrail, nowMs);
  return {
    state,
    cascaded: outcomes.length,
    escalated: countEscalated(outcomes),
    stopped_until:
      state === 'stopped' && stoppedUntilMs !== undefined ? new Date(stoppedUntilMs).toISOString() : null,
  };
}
