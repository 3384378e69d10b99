import { Inject, Injectable } from '@nestjs/common';
import { KeysService } from '../../auth/keys.service.js';
import type { UsageGroup } from '../../billing/usage-report.service.js';
import { ManagedGroups } from '../../records/groups/managed-groups.service.js';
import { RoutersService } from '../../routing/routers.service.js';

/** Who reads a report wants names, not ids. */
@Injectable()
export class UsageNames {
  constructor(
    @Inject(KeysService) private readonly keys: KeysService,
    @Inject(RoutersService) private readonly routers: RoutersService,
    @Inject(ManagedGroups) private readonly groups: ManagedGroups,
  ) {}

  /** Names by id; `undefined` for a grouping whose keys are no ids. */
  async of(grouping: UsageGroup, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string> | undefined> {
    if (grouping === 'key') return this.keys.namesOf(ids);
    if (grouping === 'router') return this.routers.namesOf(ids);
    return grouping === 'group' ? this.groups.namesOf(ids) : undefined;
  }
}
