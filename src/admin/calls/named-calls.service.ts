import { Inject, Injectable } from '@nestjs/common';
import { KeysService } from '../../auth/keys.service.js';
import type { CallEntity } from '../../billing/call.entity.js';
import { presentCall } from '../../billing/present-call.js';
import { ManagedGroups } from '../../records/groups/managed-groups.service.js';
import { RoutersService } from '../../routing/routers.service.js';

/** Calls as people read them: with the names of keys, routers and groups, so that a page of them is one request. */
@Injectable()
export class NamedCalls {
  constructor(
    @Inject(KeysService) private readonly keys: KeysService,
    @Inject(RoutersService) private readonly routers: RoutersService,
    @Inject(ManagedGroups) private readonly groups: ManagedGroups,
  ) {}

  async present(rows: readonly CallEntity[]) {
    const [keys, routers, groups] = await Promise.all([
      this.keys.namesOf(idsOf(rows, ({ keyId }) => keyId)),
      this.routers.namesOf(idsOf(rows, ({ routerId }) => routerId)),
      this.groups.namesOf(idsOf(rows, ({ groupId }) => groupId)),
    ]);
    return rows.map((row) => ({
      ...presentCall(row),
      project_id: row.projectId,
      key_name: keys.get(row.keyId) ?? null,
      router_name: routers.get(row.routerId ?? '') ?? null,
      group_name: groups.get(row.groupId ?? '') ?? null,
    }));
  }
}

function idsOf(rows: readonly CallEntity[], idOf: (row: CallEntity) => string | null): Set<string> {
  return new Set(rows.map(idOf).filter((id) => id !== null));
}
