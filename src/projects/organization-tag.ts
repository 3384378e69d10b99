import { GatewayError } from '../lib/gateway-error.js';
import { entityTag } from '../lib/entity-tag.js';
import { auditedOrganization } from './audited-fields.js';
import { mergeAutoReload } from './merge-auto-reload.js';
import type { OrganizationEntity } from './organization.entity.js';

/**
 * The entity tag of what can be changed of an organization, quotes included. Its balance, card and alerts are not in it: they move
 * by themselves, or have changes of their own, and an edit of the settings cannot lose them.
 */
export function organizationTag(row: OrganizationEntity): string {
  // What was never set reads as what is off.
  const settings = { ...auditedOrganization(row), auto_reload: mergeAutoReload(row.autoReload, {}) };
  return entityTag([row.id, settings]);
}

/** 412: somebody changed the organization since the caller read it. */
export class OrganizationChangedError extends GatewayError {
  constructor({ organizationId, tag }: { readonly organizationId: string; readonly tag: string }) {
    super({
      status: 412,
      code: 'organization_changed',
      param: 'If-Match',
      message: `The organization ${organizationId} was changed since it was read. Read it again, and send its \`ETag\` as \`If-Match\`.`,
      headers: { etag: tag },
      extra: { etag: tag },
    });
  }
}
