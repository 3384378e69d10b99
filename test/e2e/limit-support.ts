import type { DataSource } from 'typeorm';
import type { Tenant } from '../support/seed.js';
import type { TestApplication } from '../support/start-application.js';
import { AdminClient, type AdminAnswer } from './admin-client.js';

/** What limits go by is the database's clock; absent: its own again. */
export async function setBillingTime({ dataSource }: TestApplication, time?: string): Promise<void> {
  const told = time === undefined ? 'now()' : `'${time}'::timestamptz`;
  await dataSource.query(
    `CREATE OR REPLACE FUNCTION billing_time() RETURNS timestamptz LANGUAGE sql STABLE RETURN ${told}`,
  );
}

export async function changeKey(
  { url }: TestApplication,
  { keyId }: Tenant,
  change: object,
): Promise<AdminAnswer['body']> {
  const { status, body } = await new AdminClient(url).patch(`/keys/${keyId}`, change);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function changeProject(
  { url }: TestApplication,
  { projectId }: Tenant,
  change: object,
): Promise<AdminAnswer['body']> {
  const { status, body } = await new AdminClient(url).patch(`/projects/${projectId}`, change);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** What is counted of a key or project, and what the ledger took for its calls and batches: exact decimal text. */
export async function spendOf(
  dataSource: Pick<DataSource, 'query'>,
  id: string,
): Promise<{ counted: string; ledger: string }> {
  const [row] = await dataSource.query<{ counted: string; ledger: string }[]>(
    `WITH made AS (SELECT id, surface, batch_id FROM calls WHERE $1 IN (key_id, project_id))
     SELECT (SELECT coalesce(sum(spent_usd), 0)::numeric(24,12) FROM spend_days WHERE purse_id = $1) AS counted,
            (SELECT coalesce(-sum(amount_usd), 0)::numeric(24,12) FROM ledger_entries
              WHERE (kind = 'usage' AND reference IN (SELECT id FROM made WHERE surface <> 'batch'))
                 OR (kind = 'settlement' AND reference IN (SELECT batch_id FROM made))) AS ledger`,
    [id],
  );
  if (row === undefined) throw new Error('no sums');
  return row;
}
