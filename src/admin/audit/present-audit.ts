import type { AuditEntryEntity } from '../../audit/audit-entry.entity.js';
import type { AuditFilters, AuditLog } from '../../audit/audit-log.service.js';
import { pageLines } from '../csv/page-lines.js';

export function presentAuditEntry(row: AuditEntryEntity) {
  return {
    id: `aud_${row.sequence}`,
    created_at: row.createdAt.toISOString(),
    who: row.who,
    who_name: row.whoName,
    request_id: row.requestId,
    action: row.action,
    target: { type: row.action.split('.', 1)[0] ?? '', id: row.targetId },
    organization_id: row.organizationId,
    project_id: row.projectId,
    before: row.before,
    after: row.after,
  };
}

const HEADER = [
  'id',
  'created_at',
  'who',
  'who_name',
  'request_id',
  'action',
  'target_type',
  'target_id',
  'organization_id',
  'project_id',
  'before',
  'after',
];

/** The audit log as CSV; what was changed is JSON text. */
export function auditLines(
  log: AuditLog,
  filters: AuditFilters,
  { after, limit }: { after: string | undefined; limit: number | undefined },
): AsyncGenerator<string> {
  return pageLines<AuditEntryEntity>({
    header: HEADER,
    valuesOf: (row) => {
      const shown = presentAuditEntry(row);
      return [
        shown.id,
        shown.created_at,
        shown.who,
        shown.who_name,
        shown.request_id,
        shown.action,
        shown.target.type,
        shown.target.id,
        shown.organization_id,
        shown.project_id,
        row.before && JSON.stringify(row.before),
        row.after && JSON.stringify(row.after),
      ];
    },
    read: (page) => log.page(filters, page),
    idOf: ({ sequence }) => `aud_${sequence}`,
    after,
    limit,
  });
}
