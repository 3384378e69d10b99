import type { ApiKey } from '../../api/types.js';

/** For specs. */
export const aKey = (index: number, changes: Partial<ApiKey> = {}): ApiKey => ({
  id: `key_${index}`,
  project_id: 'prj_1',
  name: `Key ${index}`,
  prefix: 'svc_live_Ab3dE',
  created_at: '2026-11-29T12:00:00.000Z',
  revoked_at: null,
  disabled: false,
  expires_at: null,
  limit_usd: null,
  limit_period: null,
  spent_usd: null,
  remaining_usd: null,
  limit_reached: false,
  resets_at: null,
  models: null,
  rate_limits: null,
  ...changes,
});
