import type { ListedRefusal } from '../../refusals/refusal.js';
import type { RefusalsFound } from '../../refusals/refusals.service.js';

export function presentRefusal(row: ListedRefusal, keyNames: ReadonlyMap<string, string>) {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    key_id: row.keyId,
    key_name: keyNames.get(row.keyId) ?? null,
    status: row.status,
    code: row.code,
    message: row.message,
    model: row.model ?? null,
    surface: row.surface,
  };
}

export function presentRefusalCount({ keyId, code, minute, count }: RefusalsFound['counts'][number]) {
  return { key_id: keyId, code, minute: minute.toISOString(), count };
}
