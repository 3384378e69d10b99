import type { Overview, Status } from '../api/types.js';

/** Answers in which all is well, to be changed by tests. */

export const overviewOf = (changes: Partial<Overview>): Overview => ({
  object: 'overview',
  from: '2026-11-28T00:00:00.000Z',
  to: '2026-11-29T12:00:00.000Z',
  hours: [],
  last_call_at: '2026-11-29T10:00:00.000Z',
  recommendations_open: 0,
  organization: {
    id: 'org_1',
    name: 'Acme',
    pay_as_you_go: false,
    rate_limits: {},
    data_policy: { zero_retention: false },
    auto_reload: { enabled: false, threshold_usd: 0, amount_usd: 0 },
    balance_usd: 100,
    reserved_usd: 0,
    card: null,
    alerts: null,
    created_at: '2026-11-01T00:00:00.000Z',
  },
  ...changes,
});

export const statusOf = (changes: Partial<Status>): Status => ({
  object: 'status',
  version: '1.0.0',
  uptime_s: 10,
  processes: [{ id: 'prc_1', self: true }],
  database: { state: 'up', version: '18.1', latency_ms: 1, changes_heard: true },
  queue: { kind: 'process', state: 'up' },
  traces: { store: 'postgres', state: 'up' },
  providers: [{ provider: 'provider_a', configured: true, simulated: false }],
  ...changes,
});
