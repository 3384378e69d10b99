import { Injectable } from '@nestjs/common';
import { CallHistograms } from '../../billing/calls/call-histograms.service.js';
import { CallLog } from '../../billing/calls/call-log.service.js';
import { UsageReports } from '../../billing/usage/reading/usage-reports.service.js';
import { parseUsd, toUsdNumber } from '../../lib/money.js';
import type { OrganizationEntity } from '../../projects/organization.entity.js';
import type { ProjectEntity } from '../../projects/project.entity.js';
import { RecommendationsService } from '../../recommendations/recommendations.service.js';
import { PresentOrganizations } from '../organizations/present-organizations.service.js';
import { joinHours } from './join-hours.js';

export interface OverviewQuestion {
  readonly project: ProjectEntity;
  readonly organization: OrganizationEntity;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** What somebody wants to see first of a project: so that it is one request, and one that may be polled. */
@Injectable()
export class Overview {
  constructor(
    private readonly histograms: CallHistograms,
    private readonly usage: UsageReports,
    private readonly calls: CallLog,
    private readonly recommendations: RecommendationsService,
    private readonly organizations: PresentOrganizations,
  ) {}

  async read({ project, organization, from, to }: OverviewQuestion) {
    const [
      counted,
      spent,
      {
        rows: [newest],
      },
      recommendations,
      presented,
    ] = await Promise.all([
      this.histograms.byHour(project.id, { from, to }),
      this.usage.usage({ projectIds: [project.id], from, to, groupBy: 'hour' }),
      this.calls.page(project.id, {}, { limit: 1 }),
      this.recommendations.listOpen(project),
      this.organizations.one(organization),
    ]);
    return {
      object: 'overview',
      from: from.toISOString(),
      to: to.toISOString(),
      hours: joinHours(
        counted,
        spent.map(({ key, cost_usd: cost }) => ({ hour: key, cost_usd: toUsdNumber(parseUsd(cost)) })),
      ),
      last_call_at: newest?.createdAt.toISOString() ?? null,
      recommendations_open: recommendations.length,
      organization: presented,
    };
  }
}
