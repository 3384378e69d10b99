import type { AuditedFields } from '../../audit/changed-members.js';
import type { RouterEntity } from './router.entity.js';

/** What the audit log tells of a router. */
export function auditedRouter(row: RouterEntity): AuditedFields {
  const { name, auto, threshold, big, medium, small, anchorModel, outageFallback } = row;
  const { value = null, reason = null } = row.recordThreshold ?? {};
  return {
    name,
    auto,
    anchor_model: anchorModel,
    threshold,
    record_threshold: value,
    record_reason: reason,
    tiers: { big, medium, small },
    fallback: outageFallback ? 'outage' : null,
  };
}
