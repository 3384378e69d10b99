import { Injectable } from '@nestjs/common';
import { UsageReports } from '../../billing/usage/reading/usage-reports.service.js';
import { parseUsd, type PicoUsd } from '../../lib/money.js';

export interface GroupTraffic {
  readonly requests: number;
  readonly spend: PicoUsd;
}

const NO_TRAFFIC: GroupTraffic = { requests: 0, spend: 0n };
/** Nobody waits for empty centuries: reports look where there are calls. */
const EVER = { from: new Date(0), to: new Date(Date.UTC(9999, 0)) };

/** What task groups were ever called for, from the sums of usage: the calls of a group are as many as its years make them. */
@Injectable()
export class GroupsTraffic {
  constructor(private readonly reports: UsageReports) {}

  /** @param group of one alone; of all groups of the project otherwise */
  async of(projectId: string, group?: string): Promise<(groupId: string) => GroupTraffic> {
    const rows = await this.reports.usage({
      projectIds: [projectId],
      ...EVER,
      groupBy: 'group',
      only: { group },
    });
    const traffic = new Map(
      rows.map(({ key, requests, cost_usd: cost }) => [
        key,
        { requests: Number(requests), spend: parseUsd(cost) },
      ]),
    );
    return (groupId) => traffic.get(groupId) ?? NO_TRAFFIC;
  }
}
