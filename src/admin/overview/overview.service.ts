import { Inject, Injectable } from '@nestjs/common';
import { BatchesService } from '../../batches/batches.service.js';
import { CallHistograms } from '../../billing/call-histograms.service.js';
import { UsageReports, type UsageRow } from '../../billing/usage-report.service.js';
import { parseUsd, toUsdNumber } from '../../lib/money.js';
import type { OrganizationEntity } from '../../projects/organization.entity.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { RecommendationsService } from '../../recommendations/recommendations.service.js';
import { PresentOrganizations } from '../organizations/present-organizations.service.js';
import { findAttention } from './attention.js';

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

const MAX_MODELS = 5;
const BATCHES_LOOKED_AT = 50;

/** How a project stands, in one answer. */
@Injectable()
export class Overviews {
  constructor(
    @Inject(UsageReports) private readonly usage: UsageReports,
    @Inject(CallHistograms) private readonly histograms: CallHistograms,
    @Inject(PresentOrganizations) private readonly organizations: PresentOrganizations,
    @Inject(BatchesService) private readonly batches: BatchesService,
    @Inject(RecommendationsService) private readonly recommendations: RecommendationsService,
  ) {}

  async of(project: ProjectEntity, organization: OrganizationEntity, period: Period) {
    const [now, previous, hours, money, batches, open] = await Promise.all([
      this.readUsage(project.id, period),
      this.readUsage(project.id, before(period)),
      this.histograms.byHour(project.id, period),
      this.organizations.one(organization),
      this.readBatches(project.id, period),
      this.recommendations.listOpen(project),
    ]);
    const failedBefore = await this.histograms.byHour(project.id, { ...before(period), status: 'error' });
    const errors = sumOf(hours, 'errors');
    const shown = totalsOf(now, errors, period);
    const { card, balance_usd: balance, reserved_usd: reserved, pay_as_you_go: payAsYouGo } = money;
    const cardDeclinedAt = card?.declined_at ?? null;
    return {
      object: 'overview',
      project_id: project.id,
      organization_id: project.organizationId,
      period: shown,
      previous: totalsOf(previous, sumOf(failedBefore, 'errors'), before(period)),
      hours,
      models: dearestOf(now),
      balance_usd: balance,
      reserved_usd: reserved,
      pay_as_you_go: payAsYouGo,
      card_declined_at: cardDeclinedAt,
      running_batches: batches.running,
      failed_batches: batches.failed,
      open_recommendations: open.length,
      attention: findAttention({
        balance,
        payAsYouGo,
        autoReload: money.auto_reload.enabled,
        cardDeclinedAt,
        cost: shown.cost_usd,
        calls: sumOf(hours, 'calls'),
        errors,
        failedBatches: batches.failed,
        openRecommendations: open.length,
      }),
    };
  }

  private readUsage(projectId: string, period: Period): Promise<UsageRow[]> {
    return this.usage.usage({ projectId, ...period, groupBy: 'model' });
  }

  private async readBatches(projectId: string, { from, to }: Period) {
    const views = await this.batches.list(projectId, { limit: BATCHES_LOOKED_AT });
    const endedIn = (at: Date | null): boolean => at !== null && at >= from && at < to;
    const batches = views.map(({ batch }) => batch);
    return {
      running: batches.filter(({ endedAt }) => endedAt === null).length,
      failed: batches.filter(({ status, endedAt }) => status === 'failed' && endedIn(endedAt)).length,
    };
  }
}

/** As long, and just before it. */
function before({ from, to }: Period): Period {
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from };
}

function totalsOf(rows: readonly UsageRow[], errors: number, { from, to }: Period) {
  const cost = rows.reduce((sum, row) => sum + parseUsd(row.cost_usd), 0n);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    requests: sumOfText(rows, 'requests'),
    errors,
    input_tokens: sumOfText(rows, 'input_tokens'),
    output_tokens: sumOfText(rows, 'output_tokens'),
    cost_usd: toUsdNumber(cost),
  };
}

function dearestOf(rows: readonly UsageRow[]) {
  return rows
    .map((row) => ({ row, cost: parseUsd(row.cost_usd) }))
    .sort((one, other) => (one.cost < other.cost ? 1 : -1))
    .slice(0, MAX_MODELS)
    .map(({ row, cost }) => ({
      model: row.key,
      requests: Number(row.requests),
      cost_usd: toUsdNumber(cost),
    }));
}

function sumOfText(rows: readonly UsageRow[], name: 'requests' | 'input_tokens' | 'output_tokens'): number {
  return rows.reduce((sum, row) => sum + Number(row[name]), 0);
}

function sumOf<K extends string>(rows: readonly Readonly<Record<K, number>>[], name: K): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
