import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBatchProvider } from '../support/fake-batch-provider.js';
import { readLedger } from './batch-client.js';
import { CHAT, jsonLines, line, OPENAI_PATH } from './openai-batches-support.js';
import { GatewayProcess } from './process-gateway.js';
import { eachOnItsOwnSite } from './process-site.js';
import { eventually } from './stream-call.js';

const RUN_MS = 120_000;
const REQUESTS = 2_000;
/** Some 40 MB: reading them takes long enough to die in the middle of it. */
const FILE = jsonLines(
  ...Array.from({ length: REQUESTS }, (_, index) =>
    line(`${index}`, {
      model: 'vendora/claude-haiku-4-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Some words. '.repeat(1_700) }],
    }),
  ),
);

let provider: FakeBatchProvider;

beforeAll(async () => {
  provider = await FakeBatchProvider.start();
});
afterAll(() => provider.close());
const site = eachOnItsOwnSite();

async function serve(apiKey?: string) {
  const gateway = GatewayProcess.start(
    {
      DATABASE_URL: site.database.url,
      PROVIDER_A_BASE_URL: provider.url,
      PROVIDER_A_API_KEY: 'key-of-provider-a',
    },
    site.directory.path,
  );
  const welcome = await gateway.welcome();
  const key = apiKey ?? welcome.apiKey ?? '';
  const client = new OpenAI({ apiKey: key, baseURL: `${welcome.url}${OPENAI_PATH}`, maxRetries: 0 });
  return { gateway, client, apiKey: key };
}

const rows = async (sql: string, parameters: unknown[] = []) =>
  (await site.db.query(sql, parameters)).rows as object[];

describe('kill -9 while a file is validated', () => {
  it(
    'loses nothing: after the restart the next poll reads the file, and the batch is reserved once',
    async () => {
      const first = await serve();
      const file = await first.client.files.create({
        purpose: 'batch',
        file: await toFile(Buffer.from(FILE), 'in.jsonl'),
      });
      const creating = first.client.batches
        .create({ input_file_id: file.id, endpoint: CHAT, completion_window: '24h' })
        .catch(() => 'cut');
      await eventually(async () => {
        const taken = await rows(
          "SELECT 1 FROM batches WHERE status = 'validating' AND submit_lease_until IS NOT NULL",
        );
        return taken.length > 0 ? true : undefined;
      }, 'the beginning of the validation');
      first.gateway.signal('SIGKILL');
      await first.gateway.exited;
      expect(await creating).toBe('cut');
      expect(await rows('SELECT status, reserved_usd::float8 AS reserved FROM batches')).toEqual([
        { status: 'validating', reserved: 0 },
      ]);

      await rows(`UPDATE organizations SET rate_limits = '{"batch_polls":"unlimited"}'`);
      const second = await serve(first.apiKey);
      const [{ id } = { id: '' }] = (await second.client.batches.list()).data;
      expect(await second.client.batches.retrieve(id)).toMatchObject({ status: 'validating' });
      await rows("UPDATE batches SET submit_lease_until = now() - interval '1 s'");
      const running = await eventually(async () => {
        const batch = await second.client.batches.retrieve(id);
        return batch.status === 'validating' ? undefined : batch;
      }, 'the end of the validation');
      expect(running).toMatchObject({ status: 'in_progress', request_counts: { total: REQUESTS } });
      const [owner] = (await rows('SELECT organization_id AS id FROM batches')) as { id: string }[];
      const ledger = await readLedger(rows, owner?.id ?? '');
      expect(ledger.rows.map(({ kind }) => kind).filter((kind) => kind !== 'credit')).toEqual([
        'reservation',
      ]);
    },
    RUN_MS,
  );
});
