import type { AuditedFields } from '../audit/changed-members.js';
import type { RouterEntity } from './router.entity.js';

/** What the audit log tells of a router. */
export function auditedRouter(row: RouterEntity): AuditedFields {
  const { name, auto, threshold, big, medium, small } = row;
  return { name, auto, anchor_model: row.anchorModel, threshold, tiers: { big, medium, small } };
}
