import { apiPath } from './call-api.js';

export const auditPath = (organizationId: string): string => apiPath`/organizations/${organizationId}/audit`;

/** What can be done, as the API names it; the part before the point alone means all of it. */
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
  'key.revoke',
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
] as const;
