import { Injectable } from '@nestjs/common';
import { KeysService } from '../../auth/keys.service.js';
import type { UsageGroup } from '../../billing/usage/usage-dimensions.js';
import { ManagedGroups } from '../../records/groups/managed-groups.service.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { RoutersService } from '../../routing/routers/routers.service.js';

const NAMED_BY_ID: readonly UsageGroup[] = ['key', 'project', 'router', 'group'];
export const isNamedById = (group: UsageGroup): boolean => NAMED_BY_ID.includes(group);

/** Who reads a report wants names, not ids. */
@Injectable()
export class UsageNames {
  constructor(
    private readonly keys: KeysService,
    private readonly routers: RoutersService,
    private readonly projects: ProjectsService,
    private readonly groups: ManagedGroups,
  ) {}

  /** Names by id; `undefined` for a grouping whose keys are no ids. */
  async of(grouping: UsageGroup, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string> | undefined> {
    if (grouping === 'key') return this.keys.namesOf(ids);
    if (grouping === 'project') return this.projects.namesOf(ids);
    if (grouping === 'router') return this.routers.namesOf(ids);
    return grouping === 'group' ? this.groups.namesOf(ids) : undefined;
  }
}
