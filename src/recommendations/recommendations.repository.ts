import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAlert } from '../alert-facts/record-alert.js';
import { takeTurn } from '../database/advisory-locks.js';
import { newId } from '../lib/ids.js';
import { formatUsd, parseUsd, toUsdNumber } from '../lib/money.js';
import { hasEvidenceChanged } from './has-evidence-changed.js';
import type { Tier } from '../routing/routers/router-rules.js';
import type { Evidence } from './evidence.js';
import type { Proposal, Recommendation, RecommendationKind, RecommendationStatus } from './recommendation.js';

const APPROVED_KEPT_DAYS = 90;

export interface RecommendationOwner {
  readonly projectId: string;
  readonly organizationId: string;
}

interface Row {
  readonly id: string;
  readonly organization_id: string;
  readonly project_id: string;
  readonly kind: RecommendationKind;
  readonly group_id: string | null;
  readonly group_name: string | null;
  readonly router_id: string | null;
  readonly router_name: string | null;
  readonly current_model: string;
  readonly recommended_model: string;
  readonly current_tier: Tier | null;
  readonly recommended_tier: Tier | null;
  readonly current_threshold: number | null;
  readonly recommended_threshold: number | null;
  readonly reason: string;
  readonly evidence: Evidence;
  readonly monthly_saving_usd: string;
  readonly status: RecommendationStatus;
}

/** Those of a group or a router that is gone are gone too. */
const SELECT_ROWS = `
SELECT r.*, g.name AS group_name, o.name AS router_name FROM recommendations r
  LEFT JOIN task_groups g ON g.id = r.group_id LEFT JOIN routers o ON o.id = r.router_id
 WHERE CASE r.kind WHEN 'router_threshold' THEN o.id ELSE g.id END IS NOT NULL`;

/** What a standing row takes over from a proposal; the rest says what it is about and never changes. */
const FACTS = [
  'kind',
  'router_id',
  'current_model',
  'recommended_model',
  'current_tier',
  'recommended_tier',
  'current_threshold',
  'recommended_threshold',
  'reason',
  'evidence',
  'monthly_saving_usd',
] as const;

@Injectable()
export class RecommendationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Brings what is open in line with what the records say now: new ones open, open ones get their latest evidence, dismissed
   * ones stay so until their evidence changes, and open ones that nothing speaks for any more go.
   */
  async replaceOpen(owner: RecommendationOwner, proposals: readonly Proposal[], now: Date): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      // Two readers of one project take turns, so that neither removes what the other has just opened.
      await takeTurn(manager, 'recommendations', owner.projectId);
      const undecided = await lockUndecided(manager, owner.projectId);
      for (const proposal of proposals)
        await keep(manager, { owner, proposal, now, standing: undecided.find((row) => isOf(row, proposal)) });
      const kept = undecided.filter((row) => proposals.some((proposal) => isOf(row, proposal)));
      await manager.query(`DELETE FROM recommendations WHERE id = ANY($1::text[]) AND status = 'open'`, [
        undecided.filter((row) => !kept.includes(row)).map(({ id }) => id),
      ]);
    });
  }

  /** Newest first. */
  async list(projectId: string): Promise<Recommendation[]> {
    const rows: Row[] = await this.dataSource.query(
      `${SELECT_ROWS} AND r.project_id = $1 ORDER BY r.id DESC`,
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

  /** The row, locked until the transaction ends; `undefined` when it, or its group or router, is gone. */
  async lock(manager: EntityManager, id: string): Promise<Recommendation | undefined> {
    const rows: Row[] = await manager.query(`${SELECT_ROWS} AND r.id = $1 FOR UPDATE OF r`, [id]);
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

  /** Forgets what was approved long ago, and all of groups and routers that are gone. */
  async purge(now: Date): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM recommendations r
        WHERE (r.status = 'approved' AND r.changed_at < $1::timestamptz - interval '${APPROVED_KEPT_DAYS} days')
           OR (r.group_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM task_groups g WHERE g.id = r.group_id))
           OR (r.kind = 'router_threshold' AND NOT EXISTS (SELECT 1 FROM routers o WHERE o.id = r.router_id))`,
      [now],
    );
  }
}

type Undecided = Pick<
  Row,
  | 'id'
  | 'kind'
  | 'group_id'
  | 'router_id'
  | 'recommended_model'
  | 'recommended_threshold'
  | 'evidence'
  | 'status'
>;

function lockUndecided(manager: EntityManager, projectId: string): Promise<Undecided[]> {
  return manager.query(
    `SELECT id, kind, group_id, router_id, recommended_model, recommended_threshold, evidence, status FROM recommendations
      WHERE project_id = $1 AND status <> 'approved' ORDER BY id FOR UPDATE`,
    [projectId],
  );
}

interface Keeping {
  readonly owner: RecommendationOwner;
  readonly proposal: Proposal;
  readonly now: Date;
  /** The row that says so already, or said so and was dismissed. */
  readonly standing: Undecided | undefined;
}

async function keep(manager: EntityManager, { owner, proposal, now, standing }: Keeping): Promise<void> {
  const facts = factsOf(proposal);
  if (standing === undefined) {
    const { organizationId, projectId } = owner;
    const id = newId('rec', now.getTime());
    const about = [id, organizationId, projectId, proposal.groupId, now];
    const places = FACTS.map((_, index) => `$${index + 6}`).join(', ');
    await manager.query(
      `INSERT INTO recommendations (id, organization_id, project_id, group_id, created_at, changed_at, status, ${FACTS.join(', ')})
       VALUES ($1, $2, $3, $4, $5, $5, 'open', ${places})`,
      [...about, ...facts],
    );
    await tell(manager, { id, owner, proposal, window: '' });
    return;
  }
  if (standing.status === 'dismissed' && !hasNewGrounds(standing, proposal)) return;
  await manager.query(
    `UPDATE recommendations SET status = 'open', changed_at = $2, ${FACTS.map((fact, index) => `${fact} = $${index + 3}`).join(', ')}
      WHERE id = $1`,
    [standing.id, now, ...facts],
  );
  // Dismissed, and proposed on new grounds.
  if (standing.status === 'dismissed')
    await tell(manager, { id: standing.id, owner, proposal, window: now.toISOString() });
}

function tell(
  manager: EntityManager,
  {
    id,
    owner: { organizationId, projectId },
    proposal,
    window,
  }: { id: string; owner: RecommendationOwner; proposal: Proposal; window: string },
): Promise<void> {
  return recordAlert(manager, {
    organizationId,
    event: 'recommendation',
    subject: id,
    window,
    facts: {
      project_id: projectId,
      recommendation_id: id,
      kind: proposal.kind,
      group_id: proposal.groupId,
      router_id: proposal.routerId,
      current_model: proposal.currentModel,
      recommended_model: proposal.recommendedModel,
      current_threshold: proposal.currentThreshold,
      recommended_threshold: proposal.recommendedThreshold,
      estimated_monthly_saving_usd: toUsdNumber(proposal.monthlySaving),
    },
  });
}

/** In the order of `FACTS`. */
function factsOf(proposal: Proposal): unknown[] {
  return [
    proposal.kind,
    proposal.routerId,
    proposal.currentModel,
    proposal.recommendedModel,
    proposal.currentTier,
    proposal.recommendedTier,
    proposal.currentThreshold,
    proposal.recommendedThreshold,
    proposal.reason,
    JSON.stringify(proposal.evidence),
    formatUsd(proposal.monthlySaving),
  ];
}

function hasNewGrounds(dismissed: Undecided, { recommendedThreshold, evidence }: Proposal): boolean {
  return (
    dismissed.recommended_threshold !== recommendedThreshold ||
    hasEvidenceChanged(dismissed.evidence, evidence)
  );
}

/** Of a group there may be one a model, of a router one. */
function isOf(row: Undecided, { kind, groupId, routerId, recommendedModel }: Proposal): boolean {
  if (kind === 'router_threshold') return row.kind === kind && row.router_id === routerId;
  return row.group_id === groupId && row.recommended_model === recommendedModel;
}

function toRecommendation(row: Row): Recommendation {
  const { group_id: groupId, router_id: routerId } = row;
  return {
    id: row.id,
    kind: row.kind,
    groupId,
    routerId,
    group: groupId === null ? null : { id: groupId, name: row.group_name ?? '' },
    router: routerId === null || row.router_name === null ? null : { id: routerId, name: row.router_name },
    currentModel: row.current_model,
    recommendedModel: row.recommended_model,
    currentTier: row.current_tier,
    recommendedTier: row.recommended_tier,
    currentThreshold: row.current_threshold,
    recommendedThreshold: row.recommended_threshold,
    reason: row.reason,
    evidence: row.evidence,
    monthlySaving: parseUsd(row.monthly_saving_usd),
    status: row.status,
  };
}
