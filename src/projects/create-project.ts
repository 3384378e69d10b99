import type { EntityManager } from 'typeorm';
import type { DefaultTiers } from '../catalog/default-router.js';
import { newId } from '../lib/ids.js';
import { ProjectEntity } from './project.entity.js';

/** A new project with its default router, in the caller's transaction. Without any account the router's tiers stay empty. */
export async function createProject(
  manager: EntityManager,
  {
    organizationId,
    name,
    permissions,
    tiers,
  }: {
    organizationId: string;
    name: string;
    permissions: Partial<ProjectEntity>;
    tiers: DefaultTiers | undefined;
  },
): Promise<string> {
  const id = newId('prj');
  await manager.getRepository(ProjectEntity).insert({ ...permissions, id, organizationId, name });
  await manager.query(
    `INSERT INTO routers (id, project_id, name, origin, auto, big_model, medium_model, small_model, outage_fallback)
     VALUES ($1, $2, 'Default router', 'default', true, $3, $4, $5, true)`,
    [newId('rtr'), id, tiers?.big ?? null, tiers?.medium ?? null, tiers?.small ?? null],
  );
  return id;
}
