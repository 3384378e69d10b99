import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  advanceGuardrail,
  endProbe,
  OPEN_GUARDRAIL,
  takeProbe,
  type CascadeGuardrail,
  type CascadeOutcome,
} from './cascade-guardrail.js';
import { UNKNOWN_STANDING, type GroupStanding } from './group-standing.js';
import { WINDOW_MS, WINDOW_TASKS, type ModelRecord } from './model-record.js';
import { NO_PICK, type PickInForce } from './pick-in-force.js';
import { strengthOf, type Verdict } from './verdict.js';

/** How many of a group's latest calls weigh input against output. */
const MIX_CALLS = 200;
/** PostgreSQL holds neither a NUL nor half a character in text. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** A verdict meets the one that stands by the rule of `replacesVerdict`; what is replaced keeps its place in the window. */
const SAVE_VERDICTS = `
INSERT INTO judged_tasks AS standing (call_id, model, group_id, project_id, organization_id, success, source, strength, note, task_at, judged_at)
SELECT call_id, model, group_id, project_id, organization_id, success, source, strength, note, task_at, judged_at
  FROM json_to_recordset($1::json) AS r(call_id text, model text, group_id text, project_id text, organization_id text, success boolean,
       source text, strength smallint, note text, task_at timestamptz, judged_at timestamptz)
 ORDER BY call_id, model
ON CONFLICT (call_id, model) DO UPDATE
   SET success = excluded.success, source = excluded.source, strength = excluded.strength, note = excluded.note, judged_at = excluded.judged_at
 WHERE excluded.strength > standing.strength OR (excluded.strength = standing.strength AND excluded.judged_at >= standing.judged_at)`;

/**
 * Per group: the models of its records by skipping from one to the next in the index, and of each model the window; so the cost
 * is bounded however many judged tasks wait for the sweep.
 */
const READ_STANDINGS = `
SELECT g.id AS group_id, r.records, p.model AS pick, p.left_models, c.outcomes, c.stopped_until, c.stopped_models, c.probes,
       m.input_tokens, m.output_tokens
  FROM unnest($1::text[]) AS g(id)
  LEFT JOIN group_picks p ON p.group_id = g.id
  LEFT JOIN cascade_guardrails c ON c.group_id = g.id
  CROSS JOIN LATERAL (
    WITH RECURSIVE models AS (
      (SELECT model FROM judged_tasks WHERE group_id = g.id ORDER BY model LIMIT 1)
      UNION ALL
      SELECT (SELECT j.model FROM judged_tasks j WHERE j.group_id = g.id AND j.model > models.model ORDER BY j.model LIMIT 1)
        FROM models WHERE models.model IS NOT NULL
    )
    SELECT json_agg(json_build_object('model', models.model, 'judged', w.judged, 'succeeded', w.succeeded)) AS records
      FROM models CROSS JOIN LATERAL (
        SELECT count(*) AS judged, count(*) FILTER (WHERE success) AS succeeded FROM (
          SELECT success FROM judged_tasks j WHERE j.group_id = g.id AND j.model = models.model AND j.task_at > $2
           ORDER BY j.task_at DESC, j.call_id DESC LIMIT ${WINDOW_TASKS}) AS newest
      ) AS w
     WHERE models.model IS NOT NULL AND w.judged > 0
  ) AS r
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens FROM (
      SELECT input_tokens, output_tokens FROM calls WHERE group_id = g.id ORDER BY created_at DESC LIMIT ${MIX_CALLS}) AS latest
  ) AS m`;

interface StandingRow {
  readonly group_id: string;
  readonly records: ModelRecord[] | null;
  readonly pick: string | null;
  readonly left_models: Record<string, number> | null;
  readonly outcomes: CascadeOutcome[] | null;
  readonly stopped_until: Date | null;
  readonly stopped_models: string[] | null;
  readonly probes: Record<string, number> | null;
  readonly input_tokens: string;
  readonly output_tokens: string;
}

type GuardrailRow = Pick<StandingRow, 'outcomes' | 'stopped_until' | 'stopped_models' | 'probes'>;

/** A change of a group's pick, from what the process believed was in force. */
export interface PickChange {
  readonly groupId: string;
  readonly from: string | undefined;
  readonly to: PickInForce;
}

/** What came of a call that was to be cascaded. */
export interface GroupOutcome {
  readonly groupId: string;
  readonly callId: string;
  /** Absent: the first model gave no answer, and only the call's place among the probes is free again. */
  readonly outcome: CascadeOutcome | undefined;
  readonly at: Date;
}

/** The tables behind records, picks and the guardrail. */
@Injectable()
export class JudgedTasksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** At most one verdict for each call and model. Rows are locked in one order, so that processes cannot deadlock. */
  async saveVerdicts(verdicts: readonly Verdict[]): Promise<void> {
    await this.dataSource.query(SAVE_VERDICTS, [JSON.stringify(verdicts.map(verdictRow))]);
  }

  /** Folds outcomes into the guardrails of their groups, one process after the other. */
  async saveOutcomes(outcomes: readonly GroupOutcome[], now: Date): Promise<void> {
    const groupIds = [...new Set(outcomes.map(({ groupId }) => groupId))].sort();
    await this.dataSource.transaction(async (manager) => {
      for (const groupId of groupIds) {
        const guardrail = await lockGuardrail(manager, groupId, now);
        const next = outcomes
          .filter((one) => one.groupId === groupId)
          .reduce((state, { callId, outcome, at }) => {
            const ended = endProbe(state, callId);
            return outcome === undefined ? ended : advanceGuardrail(ended, outcome, at.getTime());
          }, guardrail);
        await saveGuardrail(manager, groupId, next, now);
      }
    });
  }

  /** Takes one of the probes of a guardrail for a call, or answers false: decided under the row's lock, over all processes. */
  takeProbe(groupId: string, callId: string, now: Date): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const next = takeProbe(await lockGuardrail(manager, groupId, now), callId, now.getTime());
      if (next === undefined) return false;
      await saveGuardrail(manager, groupId, next, now);
      return true;
    });
  }

  /** Does nothing when another process has changed the pick meanwhile: what it saw was newer. */
  async savePick({ groupId, from, to }: PickChange, now: Date): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO group_picks AS standing (group_id, model, left_models, changed_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (group_id) DO UPDATE SET model = excluded.model, left_models = excluded.left_models, changed_at = excluded.changed_at
        WHERE standing.model IS NOT DISTINCT FROM $5`,
      [groupId, to.model ?? null, JSON.stringify(to.left), now, from ?? null],
    );
  }

  /** One for each group, those included that nothing is known of. */
  async readStandings(groupIds: readonly string[], now: Date): Promise<ReadonlyMap<string, GroupStanding>> {
    const rows: StandingRow[] = await this.dataSource.query(READ_STANDINGS, [
      groupIds,
      new Date(now.getTime() - WINDOW_MS),
    ]);
    return new Map(rows.map((row) => [row.group_id, toStanding(row)]));
  }

  /** Deletes what no window can hold any more. @returns how many judged tasks went */
  async purge(now: Date): Promise<number> {
    const oldest = new Date(now.getTime() - WINDOW_MS);
    const [, aged] = await this.dataSource.query<[unknown, number]>(
      'DELETE FROM judged_tasks WHERE task_at <= $1',
      [oldest],
    );
    const [, surplus] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM judged_tasks j USING (
         SELECT m.group_id, m.model, last.task_at, last.call_id
           FROM (SELECT group_id, model FROM judged_tasks GROUP BY group_id, model HAVING count(*) > ${WINDOW_TASKS}) m
          CROSS JOIN LATERAL (
            SELECT task_at, call_id FROM judged_tasks w WHERE w.group_id = m.group_id AND w.model = m.model
             ORDER BY task_at DESC, call_id DESC OFFSET ${WINDOW_TASKS - 1} LIMIT 1) last
       ) kept
       WHERE j.group_id = kept.group_id AND j.model = kept.model AND (j.task_at, j.call_id) < (kept.task_at, kept.call_id)`,
    );
    // A pick may be in force for longer than any window, and its term is not to begin anew.
    await this.dataSource.query(
      `DELETE FROM group_picks p WHERE changed_at <= $1 AND NOT EXISTS (SELECT FROM judged_tasks j WHERE j.group_id = p.group_id)`,
      [oldest],
    );
    await this.dataSource.query('DELETE FROM cascade_guardrails WHERE changed_at <= $1', [oldest]);
    return aged + surplus;
  }
}

function verdictRow(verdict: Verdict): object {
  return {
    call_id: verdict.callId,
    model: verdict.model,
    group_id: verdict.groupId,
    project_id: verdict.projectId,
    organization_id: verdict.organizationId,
    success: verdict.success,
    source: verdict.source,
    strength: strengthOf(verdict.source),
    note: verdict.note?.replace(UNSTORABLE, '\ufffd'),
    task_at: verdict.taskAt,
    judged_at: verdict.judgedAt,
  };
}

async function lockGuardrail(manager: EntityManager, groupId: string, now: Date): Promise<CascadeGuardrail> {
  await manager.query(
    'INSERT INTO cascade_guardrails (group_id, changed_at) VALUES ($1, $2) ON CONFLICT (group_id) DO NOTHING',
    [groupId, now],
  );
  const rows: GuardrailRow[] = await manager.query(
    'SELECT outcomes, stopped_until, stopped_models, probes FROM cascade_guardrails WHERE group_id = $1 FOR UPDATE',
    [groupId],
  );
  return rows[0] === undefined ? OPEN_GUARDRAIL : toGuardrail(rows[0]);
}

async function saveGuardrail(
  manager: EntityManager,
  groupId: string,
  { outcomes, stoppedUntilMs, stoppedModels, probes }: CascadeGuardrail,
  now: Date,
): Promise<void> {
  await manager.query(
    'UPDATE cascade_guardrails SET outcomes = $2, stopped_until = $3, stopped_models = $4, probes = $5, changed_at = $6 WHERE group_id = $1',
    [
      groupId,
      JSON.stringify(outcomes),
      stoppedUntilMs === undefined ? null : new Date(stoppedUntilMs),
      JSON.stringify(stoppedModels),
      JSON.stringify(probes),
      now,
    ],
  );
}

function toStanding(row: StandingRow): GroupStanding {
  return {
    records: row.records ?? UNKNOWN_STANDING.records,
    inForce: row.left_models === null ? NO_PICK : { model: row.pick ?? undefined, left: row.left_models },
    guardrail: toGuardrail(row),
    mix: { inputTokens: BigInt(row.input_tokens), outputTokens: BigInt(row.output_tokens) },
  };
}

function toGuardrail(row: GuardrailRow): CascadeGuardrail {
  return {
    outcomes: row.outcomes ?? [],
    stoppedUntilMs: row.stopped_until?.getTime(),
    stoppedModels: row.stopped_models ?? [],
    probes: row.probes ?? {},
  };
}
