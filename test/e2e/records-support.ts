import type { DataSource } from 'typeorm';
import { newId } from '../../src/lib/ids.js';
import { strengthOf, type VerdictSource } from '../../src/records/judging/verdict.js';
import type { Tenant } from '../support/seed.js';

export interface CallFields {
  readonly groupId?: string | null;
  readonly servedModel?: string | null;
  readonly decidedModel?: string;
  readonly tier?: string;
  readonly createdAt?: Date;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly routerId?: string;
  readonly complexity?: number;
}

/** A call of the tenant in the call log, as if it had been served. @returns its id */
export async function insertCall(
  dataSource: DataSource,
  tenant: Tenant,
  fields: CallFields = {},
): Promise<string> {
  const createdAt = fields.createdAt ?? new Date();
  const id = newId('call', createdAt.getTime());
  await dataSource.query(
    `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, group_id, requested_model,
                        decided_model, served_model, input_tokens, output_tokens, cost_usd, billed_usd, router_id, detail)
     VALUES ($1, $2, $3, $4, $5, 'chat', false, 200, $6, $7, 'auto', $8, $9, $10, $11, 0, 0, $12, $13)`,
    [
      id,
      createdAt,
      tenant.organizationId,
      tenant.projectId,
      tenant.keyId,
      fields.tier ?? 'default',
      fields.groupId ?? null,
      fields.decidedModel ?? fields.servedModel ?? null,
      fields.servedModel ?? null,
      fields.inputTokens ?? 1_000,
      fields.outputTokens ?? 100,
      fields.routerId ?? null,
      JSON.stringify({ complexity: fields.complexity }),
    ],
  );
  return id;
}

export interface JudgedFields {
  readonly groupId: string;
  readonly model: string;
  readonly succeeded: number;
  readonly judged: number;
  readonly taskAt?: Date;
  readonly source?: VerdictSource;
}

/** So many judged tasks of one group and model, one call each. */
export async function insertJudged(
  dataSource: DataSource,
  tenant: Tenant,
  fields: JudgedFields,
): Promise<void> {
  const source = fields.source ?? 'contract-check';
  const ids = Array.from({ length: fields.judged }, () => newId('call'));
  await dataSource.query(
    `INSERT INTO judged_tasks (call_id, model, group_id, project_id, organization_id, success, source, strength, task_at, judged_at)
     SELECT id, $2, $3, $4, $5, n <= $6, $7, $8, $9, $9 FROM unnest($1::text[]) WITH ORDINALITY AS t(id, n)`,
    [
      ids,
      fields.model,
      fields.groupId,
      tenant.projectId,
      tenant.organizationId,
      fields.succeeded,
      source,
      strengthOf(source),
      fields.taskAt ?? new Date(),
    ],
  );
}

export interface JudgedCallsFields {
  readonly groupId: string;
  readonly model: string;
  readonly routerId: string;
  readonly complexity: number;
  readonly succeeded: number;
  readonly judged: number;
}

/** As `insertJudged`, with the calls, which went to tier `group`: a threshold had no part in them. */
export async function insertJudgedCalls(
  dataSource: DataSource,
  tenant: Tenant,
  { groupId, model, routerId, complexity, succeeded, judged }: JudgedCallsFields,
): Promise<void> {
  const ids = Array.from({ length: judged }, () => newId('call'));
  await dataSource.query(
    `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, group_id, requested_model,
                        decided_model, served_model, input_tokens, output_tokens, billed_usd, router_id, detail)
     SELECT id, now(), $2, $3, $4, 'chat', false, 200, 'group', $5, 'auto', $6, $6, 1000, 100, 0, $7, $8 FROM unnest($1::text[]) AS t(id)`,
    [
      ids,
      tenant.organizationId,
      tenant.projectId,
      tenant.keyId,
      groupId,
      model,
      routerId,
      JSON.stringify({ complexity }),
    ],
  );
  await dataSource.query(
    `INSERT INTO judged_tasks (call_id, model, group_id, project_id, organization_id, success, source, strength, task_at, judged_at)
     SELECT id, $2, $3, $4, $5, n <= $6, 'feedback', 3, now(), now() FROM unnest($1::text[]) WITH ORDINALITY AS t(id, n)`,
    [ids, model, groupId, tenant.projectId, tenant.organizationId, succeeded],
  );
}

export interface JudgedRow {
  readonly model: string;
  readonly success: boolean;
  readonly source: string;
  readonly note: string | null;
  readonly group_id: string;
}

export function judgedRows(dataSource: DataSource, callId: string): Promise<JudgedRow[]> {
  return dataSource.query(
    'SELECT model, success, source, note, group_id FROM judged_tasks WHERE call_id = $1 ORDER BY model',
    [callId],
  );
}

/** A task group of the tenant that was recognized before. @returns its id */
export async function insertGroup(
  dataSource: DataSource,
  tenant: Tenant,
  { name = 'Label tickets', assignedModel }: { name?: string; assignedModel?: string } = {},
): Promise<string> {
  const id = newId('grp');
  await dataSource.query(
    `INSERT INTO task_groups (id, project_id, name, task, fingerprint, basis, scope, features, seen_in, weak, assigned_model)
     VALUES ($1, $2, $3, 'classification', $1, 'template', 0, '', 3, false, $4)`,
    [id, tenant.projectId, name, assignedModel ?? null],
  );
  return id;
}
