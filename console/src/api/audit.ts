import { apiPath } from './call-api.js';

export const auditPath = (organizationId: string): string => apiPath`/organizations/${organizationId}/audit`;

/** What can be done and is looked for, as the API names it; the part before the point alone means all of it. */
export const AUDIT_KINDS = [
  'organization',
  'organization.create',
  'organization.change',
  'credit.add',
  'card',
  'card.save',
  'card.remove',
  'admin_token',
  'admin_token.create',
  'admin_token.revoke',
  'project',
  'project.create',
  'project.change',
  'project.delete',
  'project.rotate_callback_signing',
  'key',
  'key.create',
  'key.change',
  'key.revoke',
  'provider_key',
  'alias',
  'alerts',
  'router',
  'router.create',
  'router.change',
  'router.delete',
  'group.change',
  'recommendation',
  'recommendation.approve',
  'recommendation.dismiss',
  'endpoint',
  'endpoint.create',
  'endpoint.change',
  'endpoint.delete',
  'batch.cancel',
  'call_content.read',
] as const;

/** What the API takes for one: others than those of the list may stand in a link. */
export const AUDIT_KIND = /^[a-z_]{1,40}(?:\.[a-z_]{1,40})?$/;
