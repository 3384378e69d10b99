import type { EntityManager } from 'typeorm';
import { currentActor, type Actor } from './actor.js';
import { changedMembers, type AuditedFields } from './changed-members.js';

/** One change, as its service knows it. Secrets are no fields: say that one was set, never which. */
export interface RecordedChange {
  readonly organizationId: string;
  readonly projectId?: string;
  /** The kind of thing and what was done: `project.change`. */
  readonly action: string;
  readonly targetId: string;
  /** Null for what is created. */
  readonly before: AuditedFields | null;
  /** Null for what is deleted. */
  readonly after: AuditedFields | null;
  /** Of what the service does by itself and must answer for; else it is who asked for the change. */
  readonly by?: Actor;
}

/**
 * Writes a change into the audit log, in the transaction that makes it: both hold, or neither. Nothing is written when nothing
 * differs, and when nobody stands behind it: neither a management request nor `by`.
 */
export async function recordChange(manager: EntityManager, change: RecordedChange): Promise<void> {
  const actor = change.by ?? currentActor();
  const difference = changedMembers(change.before, change.after);
  if (actor === undefined || difference === undefined) return;
  const { organizationId, projectId, action, targetId } = change;
  const [before, after] = [difference.before, difference.after].map((fields) =>
    fields === null ? null : JSON.stringify(fields),
  );
  await manager.query(
    `INSERT INTO audit_entries (organization_id, project_id, who, who_name, request_id, action, target_id, before, after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      organizationId,
      projectId ?? null,
      actor.who,
      actor.name,
      actor.requestId,
      action,
      targetId,
      before,
      after,
    ],
  );
}
