import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import type { TestApplication } from '../support/start-application.js';
import { BatchClient, readLedger, type LedgerState } from './batch-client.js';

export const CLAUDE = 'vendora/claude-sonnet-5-5';
export const UNLIMITED = { rateLimits: { batch_polls: 'unlimited', batch_submissions: 'unlimited' } };
/** 1,000 input and 100 output tokens of the fake's answers, at half of 2 and 10 USD a million. */
export const COST = 0.0015;

export const messages = [{ role: 'user', content: 'Say hello.' }];

/** A request of provider A's shape. */
export const item = (id: string, more: object = {}) => ({
  custom_id: id,
  params: { model: CLAUDE, messages, max_tokens: 100, ...more },
});

export interface BatchTenant {
  readonly tenant: Tenant;
  readonly client: BatchClient;
}

/** A tenant who may submit and poll as often as the test likes, and its client. */
export async function seedBatchTenant(
  application: TestApplication,
  options: TenantOptions = {},
): Promise<BatchTenant> {
  const tenant = await seedTenant(application.dataSource, { ...UNLIMITED, ...options });
  return { tenant, client: new BatchClient(application.url, tenant.apiKey) };
}

export function ledgerOf({ dataSource }: TestApplication, { organizationId }: Tenant): Promise<LedgerState> {
  return readLedger((sql, parameters) => dataSource.query<unknown>(sql, parameters), organizationId);
}
