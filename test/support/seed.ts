import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { digestCredential } from '../../src/auth/credential-digest.js';
import { newId } from '../../src/lib/ids.js';
import { eventually } from '../e2e/stream-call.js';

export interface Tenant {
  readonly organizationId: string;
  readonly projectId: string;
  readonly routerId: string | undefined;
  readonly keyId: string;
  readonly apiKey: string;
}

export interface TenantOptions {
  /** Decimal text; 100 when absent. */
  readonly balanceUsd?: string;
  readonly payAsYouGo?: boolean;
  readonly zeroRetention?: boolean;
  readonly chineseModels?: boolean;
  readonly smartRouting?: boolean;
  readonly tokenCompression?: boolean;
  readonly rateLimits?: object;
  readonly tiers?: { big?: string; medium?: string; small?: string } | null;
}

const DEFAULT_TIERS = {
  big: 'vendora/claude-sonnet-5-5',
  medium: 'vendorb/gpt-6.1-terra',
  small: 'openai/gpt-oss-120b',
};

/** An organization with money, a project with a router, and a key: written straight into the tables. */
export async function seedTenant(dataSource: DataSource, options: TenantOptions = {}): Promise<Tenant> {
  const [organizationId, projectId, keyId] = [newId('org'), newId('prj'), newId('key')];
  const apiKey = `svc_live_${randomBytes(24).toString('hex')}`;
  await dataSource.query(
    'INSERT INTO organizations (id, name, pay_as_you_go, zero_retention, rate_limits) VALUES ($1, $2, $3, $4, $5)',
    [
      organizationId,
      'Test',
      options.payAsYouGo ?? false,
      options.zeroRetention ?? false,
      JSON.stringify(options.rateLimits ?? { inference: 'unlimited' }),
    ],
  );
  await dataSource.query(
    `WITH credit AS (INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference) VALUES ($1, 'credit', $2, $1))
     INSERT INTO balances (organization_id, balance_usd) VALUES ($1, $2)`,
    [organizationId, options.balanceUsd ?? '100'],
  );
  await dataSource.query(
    'INSERT INTO projects (id, organization_id, name, chinese_models, smart_routing, token_compression) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      projectId,
      organizationId,
      'Test',
      options.chineseModels ?? true,
      options.smartRouting ?? true,
      options.tokenCompression ?? true,
    ],
  );
  await dataSource.query(
    'INSERT INTO api_keys (id, project_id, name, prefix, hash) VALUES ($1, $2, $3, $4, $5)',
    [keyId, projectId, 'Test', apiKey.slice(0, 14), digestCredential(apiKey)],
  );
  const routerId = await seedRouter(
    dataSource,
    projectId,
    options.tiers === undefined ? DEFAULT_TIERS : options.tiers,
  );
  return { organizationId, projectId, routerId, keyId, apiKey };
}

async function seedRouter(
  dataSource: DataSource,
  projectId: string,
  tiers: Exclude<TenantOptions['tiers'], undefined>,
): Promise<string | undefined> {
  if (tiers === null) return undefined;
  const routerId = newId('rtr');
  await dataSource.query(
    `INSERT INTO routers (id, project_id, name, origin, auto, big_model, medium_model, small_model) VALUES ($1, $2, 'Default router', 'default', true, $3, $4, $5)`,
    [routerId, projectId, tiers.big ?? null, tiers.medium ?? null, tiers.small ?? null],
  );
  return routerId;
}

export interface CallRow {
  readonly id: string;
  readonly status: number;
  readonly cost_usd: string | null;
  readonly billed_usd: string;
  readonly detail: {
    attempts: Record<string, unknown>[];
    usage: Record<string, unknown> | null;
    timings: Record<string, number>;
  };
  readonly [column: string]: unknown;
}

/** The row of a call; asks again until it is there, because errors are recorded behind the answer. */
export async function callRow(dataSource: DataSource, callId: string): Promise<CallRow> {
  return eventually(async () => {
    const [row] = await dataSource.query<CallRow[]>('SELECT * FROM calls WHERE id = $1', [callId]);
    return row;
  }, `call ${callId}`);
}

/** Usage rows of a call on the ledger, as decimal text. */
export async function chargesOf(dataSource: DataSource, callId: string): Promise<string[]> {
  const rows: { amount_usd: string }[] = await dataSource.query(
    `SELECT amount_usd FROM ledger_entries WHERE kind = 'usage' AND reference = $1 ORDER BY part`,
    [callId],
  );
  return rows.map(({ amount_usd }) => amount_usd);
}

/** The balance, and whether it equals the sum of the ledger. */
export async function balanceOf(
  dataSource: DataSource,
  organizationId: string,
): Promise<{ balance: string; equalsLedger: boolean }> {
  const [row] = await dataSource.query<{ balance: string; equals: boolean }[]>(
    `SELECT b.balance_usd AS balance, b.balance_usd = (SELECT coalesce(sum(amount_usd), 0) FROM ledger_entries l WHERE l.organization_id = b.organization_id) AS equals
       FROM balances b WHERE b.organization_id = $1`,
    [organizationId],
  );
  return { balance: row?.balance ?? '', equalsLedger: row?.equals ?? false };
}
