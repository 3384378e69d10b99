import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { takeTurn } from '../database/advisory-locks.js';
import { newId } from '../lib/ids.js';
import { formatUsd, parseUsd } from '../lib/money.js';
import { hasEvidenceChanged } from './has-evidence-changed.js';
import type { Evidence, RecommendedChange } from './recommend-model.js';
import type { Recommendation, RecommendationStatus } from './recommendation.js';

const APPROVED_KEPT_DAYS = 90;

export interface ProjectChange extends RecommendedChange {
  readonly groupId: string;
}

export interface RecommendationOwner {
  readonly projectId: string;
  readonly organizationId: string;
}

interface Row {
  readonly id: string;
  readonly organization_id: string;
  readonly project_id: string;
  readonly group_id: string;
  readonly group_name: string;
  readonly current_model: string;
  readonly recommended_model: string;
  readonly evidence: Evidence;
  readonly monthly_saving_usd: string;
  readonly status: RecommendationStatus;
}

const SELECT_ROWS = `SELECT r.*, g.name AS group_name FROM recommendations r JOIN task_groups g ON g.id = r.group_id`;

@Injectable()
export class RecommendationsRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Brings what is open in line with what the records say now: new ones open, open ones get their latest evidence, dismissed
   * ones stay so until their evidence changes, and open ones that nothing speaks for any more go.
   */
  async replaceOpen(owner: RecommendationOwner, changes: readonly ProjectChange[], now: Date): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      // Two readers of one project take turns, so that neither removes what the other has just opened.
      await takeTurn(manager, 'recommendations', owner.projectId);
      const undecided = await lockUndecided(manager, owner.projectId);
      for (const change of changes)
        await keep(manager, { owner, change, now, standing: find(undecided, change) });
      const kept = undecided.filter((row) => changes.some((change) => isOf(row, change)));
      await manager.query(`DELETE FROM recommendations WHERE id = ANY($1::text[]) AND status = 'open'`, [
        undecided.filter((row) => !kept.includes(row)).map(({ id }) => id),
      ]);
    });
  }

  /** Newest first. */
  async list(projectId: string): Promise<Recommendation[]> {
    const rows: Row[] = await this.dataSource.query(
      `${SELECT_ROWS} WHERE r.project_id = $1 ORDER BY r.id DESC`,
      [projectId],
    );
    return rows.map(toRecommendation);
  }

  async findOwner(id: string): Promise<RecommendationOwner | undefined> {
    const rows: Row[] = await this.dataSource.query(
      'SELECT project_id, organization_id FROM recommendations WHERE id = $1',
      [id],
    );
    return rows[0] && { projectId: rows[0].project_id, organizationId: rows[0].organization_id };
  }

  /** The data policy of an organization. */
  async readZeroRetention(organizationId: string): Promise<boolean> {
    const rows = await this.dataSource.query<{ zero_retention: boolean }[]>(
      'SELECT zero_retention FROM organizations WHERE id = $1',
      [organizationId],
    );
    return rows[0]?.zero_retention ?? false;
  }

  /** The row, locked until the transaction ends; `undefined` when it, or its group, is gone. */
  async lock(manager: EntityManager, id: string): Promise<Recommendation | undefined> {
    const rows: Row[] = await manager.query(`${SELECT_ROWS} WHERE r.id = $1 FOR UPDATE OF r`, [id]);
    return rows[0] && toRecommendation(rows[0]);
  }

  async setStatus(
    manager: EntityManager,
    { id, status, now }: { id: string; status: RecommendationStatus; now: Date },
  ): Promise<void> {
    await manager.query('UPDATE recommendations SET status = $2, changed_at = $3 WHERE id = $1', [
      id,
      status,
      now,
    ]);
  }

  async assignModel(
    manager: EntityManager,
    { groupId, model }: { groupId: string; model: string },
  ): Promise<void> {
    await manager.query('UPDATE task_groups SET assigned_model = $2, updated_at = now() WHERE id = $1', [
      groupId,
      model,
    ]);
  }

  /** Forgets what was approved long ago, and all of groups that are gone. */
  async purge(now: Date): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM recommendations r
        WHERE (r.status = 'approved' AND r.changed_at < $1::timestamptz - interval '${APPROVED_KEPT_DAYS} days')
           OR NOT EXISTS (SELECT 1 FROM task_groups g WHERE g.id = r.group_id)`,
      [now],
    );
  }
}

type Undecided = Pick<Row, 'id' | 'group_id' | 'recommended_model' | 'evidence' | 'status'>;

function lockUndecided(manager: EntityManager, projectId: string): Promise<Undecided[]> {
  return manager.query(
    `SELECT id, group_id, recommended_model, evidence, status FROM recommendations
      WHERE project_id = $1 AND status <> 'approved' ORDER BY id FOR UPDATE`,
    [projectId],
  );
}

async function keep(
  manager: EntityManager,
  {
    owner,
    change,
    now,
    standing,
  }: { owner: RecommendationOwner; change: ProjectChange; now: Date; standing: Undecided | undefined },
): Promise<void> {
  const facts = [change.currentModel, JSON.stringify(change.evidence), formatUsd(change.monthlySaving)];
  if (standing === undefined) {
    await manager.query(
      `INSERT INTO recommendations (id, organization_id, project_id, group_id, recommended_model, status, created_at, changed_at,
                                    current_model, evidence, monthly_saving_usd)
       VALUES ($4, $5, $6, $7, $8, 'open', $9, $9, $1, $2, $3)`,
      [
        ...facts,
        newId('rec', now.getTime()),
        owner.organizationId,
        owner.projectId,
        change.groupId,
        change.recommendedModel,
        now,
      ],
    );
    return;
  }
  if (standing.status === 'dismissed' && !hasEvidenceChanged(standing.evidence, change.evidence)) return;
  await manager.query(
    `UPDATE recommendations SET current_model = $1, evidence = $2, monthly_saving_usd = $3, status = 'open', changed_at = $5 WHERE id = $4`,
    [...facts, standing.id, now],
  );
}

function find(undecided: readonly Undecided[], change: ProjectChange): Undecided | undefined {
  return undecided.find((row) => isOf(row, change));
}

function isOf(row: Undecided, { groupId, recommendedModel }: ProjectChange): boolean {
  return row.group_id === groupId && row.recommended_model === recommendedModel;
}

function toRecommendation(row: Row): Recommendation {
  return {
    id: row.id,
    group: { id: row.group_id, name: row.group_name },
    currentModel: row.current_model,
    recommendedModel: row.recommended_model,
    evidence: row.evidence,
    monthlySaving: parseUsd(row.monthly_saving_usd),
    status: row.status,
  };
}
