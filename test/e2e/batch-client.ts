import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { BETWEEN_POLLS_MS } from '../support/between-polls.js';

export const BATCHES_PATH = '/api/v1/route/batches';

export interface BatchAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: ReturnType<typeof JSON.parse>;
}

export interface BatchStatus {
  readonly id: string;
  readonly status: string;
  readonly request_count: number;
  readonly providers: readonly {
    provider: string;
    status: string;
    request_count: number;
    error?: { message: string };
  }[];
  readonly succeeded_count: number;
  readonly errored_count: number;
  readonly canceled_count?: number;
  readonly expired_count?: number;
  readonly estimate_usd: number;
  readonly cost_usd?: number;
  readonly results_url?: string;
  readonly ended_at?: string;
  readonly error?: { message: string };
}

export interface ResultLine {
  readonly custom_id: string;
  readonly status: string;
  readonly model?: string;
  readonly cost: number;
  readonly response: Record<string, unknown> | null;
  readonly error?: { message: string };
}

/** A caller of the batch endpoints with one key. */
export class BatchClient {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  submit(body: object | string | Buffer, headers: Record<string, string> = {}): Promise<BatchAnswer> {
    return this.send('POST', BATCHES_PATH, body, headers);
  }

  quote(body: object): Promise<BatchAnswer> {
    return this.send('POST', `${BATCHES_PATH}/quote`, body);
  }

  status(id: string): Promise<BatchAnswer> {
    return this.send('GET', `${BATCHES_PATH}/${id}`);
  }

  list(): Promise<BatchAnswer> {
    return this.send('GET', BATCHES_PATH);
  }

  cancel(id: string): Promise<BatchAnswer> {
    return this.send('POST', `${BATCHES_PATH}/${id}/cancel`);
  }

  results(id: string, format?: string): Promise<BatchAnswer> {
    return this.send(
      'GET',
      `${BATCHES_PATH}/${id}/results${format === undefined ? '' : `?format=${format}`}`,
    );
  }

  /** @throws Error when the submission is refused. */
  async submitted(body: object): Promise<BatchStatus> {
    const answer = await this.submit(body);
    if (answer.status !== 200) throw new Error(`refused with ${answer.status}: ${answer.text}`);
    return answer.json as BatchStatus;
  }

  /** Polls until the batch is over. */
  async ended(id: string): Promise<BatchStatus> {
    for (;;) {
      const { json } = await this.status(id);
      const status = json as BatchStatus;
      if (status.status === 'ended' || status.status === 'failed') return status;
      await pause(BETWEEN_POLLS_MS);
    }
  }

  async resultLines(id: string): Promise<ResultLine[]> {
    const { text } = await this.results(id);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ResultLine);
  }

  async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object | string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<BatchAnswer> {
    const answer = await request(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.apiKey}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body,
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      get json(): ReturnType<typeof JSON.parse> {
        return JSON.parse(text);
      },
    };
  }
}

export interface LedgerState {
  readonly balance: string;
  readonly reserved: string;
  readonly sum: string;
  readonly rows: readonly { kind: string; amount: string }[];
}

type Query = (sql: string, parameters: unknown[]) => Promise<unknown>;

/** Balance, holds and movements of an organization, as the database has them. */
export async function readLedger(query: Query, organizationId: string): Promise<LedgerState> {
  const [balance] = (await query(
    'SELECT balance_usd::float8::text AS balance, reserved_usd::float8::text AS reserved, balance_usd = (SELECT sum(amount_usd) FROM ledger_entries WHERE organization_id = $1) AS whole, (SELECT sum(amount_usd)::float8::text FROM ledger_entries WHERE organization_id = $1) AS sum FROM balances WHERE organization_id = $1',
    [organizationId],
  )) as { balance: string; reserved: string; sum: string; whole: boolean }[];
  const rows = (await query(
    'SELECT kind, amount_usd::float8::text AS amount FROM ledger_entries WHERE organization_id = $1 ORDER BY sequence',
    [organizationId],
  )) as { kind: string; amount: string }[];
  if (balance === undefined || !balance.whole) throw new Error('the balance is not the sum of the ledger');
  return { balance: balance.balance, reserved: balance.reserved, sum: balance.sum, rows };
}
