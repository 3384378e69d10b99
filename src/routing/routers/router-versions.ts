import type { EntityManager } from 'typeorm';
import { AUTOMATIC_UPDATES } from '../../audit/actor.js';
import { RouterVersionEntity } from './router-version.entity.js';
import type { RouterEntity } from './router.entity.js';

/** Who changed a router: `operator`, an admin token's id with its name, `api`, a call that named a model, or `automatic-updates`. */
export interface RouterAuthor {
  readonly who: string;
  readonly name: string | null;
}

export const API_AUTHOR: RouterAuthor = { who: 'api', name: null };
/** What the router's record speaks for was applied. */
export const RECORD_AUTHOR: RouterAuthor = { who: AUTOMATIC_UPDATES.who, name: null };
/** Of the router that a project starts with. */
const PROJECT_AUTHOR: RouterAuthor = { who: 'gateway', name: null };

/** Above the number of any version. */
export const ABOVE_EVERY_VERSION = 2_147_483_647;

const VERSIONED =
  'name, auto, threshold, record_threshold, big_model, medium_model, small_model, outage_fallback';

/**
 * Before a first change, in its transaction: writes down what the router was from its creation on. A router that was never
 * changed has no rows, because a project's first one is made where nothing is known of versions.
 */
export async function keepFirstVersion(manager: EntityManager, routerIds: readonly string[]): Promise<void> {
  await manager.query(
    `INSERT INTO router_versions (router_id, number, who, created_at, ${VERSIONED})
     SELECT id, 1, $2, created_at, ${VERSIONED} FROM routers r
      WHERE id = ANY($1) AND NOT EXISTS (SELECT 1 FROM router_versions v WHERE v.router_id = r.id)`,
    [routerIds, PROJECT_AUTHOR.who],
  );
}

/** After a change, in its transaction: the routers as they are now become their next versions. */
export async function recordVersion(
  manager: EntityManager,
  routerIds: readonly string[],
  author: RouterAuthor,
): Promise<void> {
  await manager.query(
    `INSERT INTO router_versions (router_id, number, who, who_name, ${VERSIONED})
     SELECT id, (SELECT coalesce(max(number), 0) + 1 FROM router_versions v WHERE v.router_id = r.id), $2, $3, ${VERSIONED}
       FROM routers r WHERE id = ANY($1)`,
    [routerIds, author.who, author.name],
  );
}

/** What `keepFirstVersion` would write, for a router that was never changed. */
export function firstVersionOf(router: RouterEntity): RouterVersionEntity {
  return Object.assign(new RouterVersionEntity(), {
    routerId: router.id,
    number: 1,
    who: PROJECT_AUTHOR.who,
    whoName: PROJECT_AUTHOR.name,
    name: router.name,
    auto: router.auto,
    threshold: router.threshold,
    recordThreshold: router.recordThreshold,
    big: router.big,
    medium: router.medium,
    small: router.small,
    outageFallback: router.outageFallback,
    createdAt: router.createdAt,
  });
}
