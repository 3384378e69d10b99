import type { DataSource } from 'typeorm';
import { UsageRollups } from '../../src/billing/usage/folding/usage-rollups.service.js';
import { newId } from '../../src/lib/ids.js';
import type { Tenant } from '../support/seed.js';
import type { TestApplication } from '../support/start-application.js';
import { eventually } from './stream-call.js';

export interface CallFields {
  readonly id?: string;
  readonly created_at?: Date;
  readonly key_id?: string;
  readonly surface?: string;
  readonly status?: number;
  readonly tier?: string | null;
  readonly router_id?: string | null;
  readonly group_id?: string | null;
  readonly requested_model?: string;
  readonly decided_model?: string | null;
  readonly served_model?: string | null;
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly billed_usd?: string;
  readonly requests?: number;
  readonly batch_id?: string;
  readonly cost_usd?: string;
  readonly tags?: readonly string[] | null;
  readonly end_user?: string | null;
  readonly session_id?: string | null;
  /** JSON. */
  readonly metadata?: string;
  /** JSON. */
  readonly detail?: string;
}

/** Writes a row of the call log as some writer would that knows nothing of usage. @returns its id */
export async function insertCall(
  executor: Pick<DataSource, 'query'>,
  tenant: Tenant,
  fields: CallFields = {},
): Promise<string> {
  const createdAt = fields.created_at ?? new Date();
  const row = {
    id: newId('call', createdAt.getTime()),
    created_at: createdAt,
    organization_id: tenant.organizationId,
    project_id: tenant.projectId,
    key_id: tenant.keyId,
    surface: 'chat',
    stream: false,
    status: 200,
    requested_model: 'm',
    served_model: 'm',
    input_tokens: 10,
    output_tokens: 5,
    billed_usd: '0.000000000007',
    detail: JSON.stringify({
      usage: null,
      reasons: [],
      attempts: [],
      timings: { gateway_ms: 1, upstream_ms: 0 },
      trace_id: null,
    }),
    ...fields,
  };
  const columns = Object.keys(row);
  await executor.query(
    `INSERT INTO calls (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return row.id;
}

/** Folds until no call is read live any more: other databases of the server may hold the mark back for a moment. */
export async function foldWholly(dataSource: DataSource, fold: () => Promise<unknown>): Promise<void> {
  await foldUpTo(dataSource, 'usage_progress', fold);
}

/** As `foldWholly`, with what calls are found by. */
export async function foldEverything({ app, dataSource }: TestApplication): Promise<void> {
  const fold = (): Promise<void> => app.get(UsageRollups).fold();
  await foldWholly(dataSource, fold);
  await foldUpTo(dataSource, 'call_terms_progress', fold);
}

async function foldUpTo(
  dataSource: DataSource,
  progress: string,
  fold: () => Promise<unknown>,
): Promise<void> {
  await eventually(async () => {
    await fold();
    const [row] = await dataSource.query<{ live: string }[]>(
      `SELECT count(*) AS live FROM calls WHERE written_in >= (SELECT folded_to FROM ${progress})`,
    );
    return row?.live === '0' ? true : undefined;
  }, 'a fold that takes every call');
}
