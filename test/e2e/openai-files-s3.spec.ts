import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { FakeOpenAiBatch } from '../support/fake-openai-batches.js';
import type OpenAI from 'openai';
import { toFile } from 'openai';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ObjectStore } from '../../src/storage/object-store.js';
import { startS3Server, type S3Server } from '../support/s3-server.js';
import type { Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { seedBatchTenant } from './batches-support.js';
import { created, jsonLines, line, linesOf, openAiClient, over, uploaded } from './openai-batches-support.js';
import { RawConnection } from './raw-client.js';
import { eventually } from './stream-call.js';

const MB = 1_048_576;
const FILES = '/api/v1/openai/files';
const TYPE = 'multipart/form-data; boundary=xy';
const part = (head: string, content: string) =>
  `--xy\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const PURPOSE = part('name="purpose"', 'batch');
const END = '--xy--';
const WANTED = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
const LARGE = `${JSON.stringify(line('large', { note: 'x'.repeat(20 * MB) }))}\n`;

let s3: S3Server;
let bucket: S3Client;
let application: TestApplication;
let tenant: Tenant;
let client: OpenAI;

beforeAll(async () => {
  s3 = await startS3Server();
  application = await startTestApplication({
    environment: { OBJECT_STORE_URL: s3.objectStoreUrl('gateway') },
  });
  bucket = new S3Client({ endpoint: s3.url, region: 'us-east-1', forcePathStyle: true });
});
afterAll(async () => {
  bucket.destroy();
  await application.stop();
  await s3.stop();
});
beforeEach(async () => {
  ({ tenant } = await seedBatchTenant(application));
  client = openAiClient(application, tenant.apiKey);
});

const where = () => ({ Bucket: s3.bucket, Prefix: 'gateway/files/' });
async function objects(): Promise<string[]> {
  const { Contents = [] } = await bucket.send(new ListObjectsV2Command(where()));
  return Contents.map(({ Key = '' }) => Key).sort();
}

/** What no row knows of. */
async function strayObjects(): Promise<string[]> {
  const rows = await application.dataSource.query<{ name: string }[]>(
    'SELECT stored_as AS name FROM batch_files WHERE stored_as IS NOT NULL',
  );
  const known = new Set(rows.map(({ name }) => `gateway/${name}`));
  return (await objects()).filter((name) => !known.has(name));
}

async function leavesNothing(): Promise<void> {
  await eventually(
    async () => ((await strayObjects()).length === 0 ? true : undefined),
    'the end of what was given up',
  );
}
afterEach(async () => {
  vi.restoreAllMocks();
  application.provider.reset();
  await leavesNothing();
});

async function post(body: string): Promise<number> {
  const answer = await request(`${application.url}${FILES}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': TYPE },
    body,
  });
  await answer.body.dump();
  return answer.statusCode;
}

describe('a file in a bucket', () => {
  it.each([
    ['small', jsonLines(line('a'))],
    ['of several parts', LARGE],
    ['empty', ''],
  ])('that is %s is uploaded, listed, read and deleted', async (_name, content) => {
    const file = await client.files.create({
      purpose: 'batch',
      file: await toFile(Buffer.from(content), 'größe.jsonl'),
    });
    expect(file).toMatchObject({ bytes: Buffer.byteLength(content), filename: 'größe.jsonl' });
    expect((await client.files.list()).data.map(({ id }) => id)).toEqual([file.id]);
    const read = await client.files.content(file.id);
    expect(read.headers.get('content-length')).toBe(String(Buffer.byteLength(content)));
    expect((await read.text()) === content).toBe(true);
    const stored = (await objects()).length;
    await client.files.delete(file.id);
    expect(await objects()).toHaveLength(stored - 1);
    await expect(client.files.content(file.id)).rejects.toMatchObject({ status: 404, param: 'id' });
  });

  it.each([
    [
      'of two files',
      PURPOSE + part('name="file"; filename="a"', 'x') + part('name="file"; filename="b"', 'y') + END,
    ],
    ['without an end', PURPOSE + part('name="file"; filename="a"', 'x'.repeat(9 * MB))],
    [
      'for another purpose',
      part('name="file"; filename="a"', 'x'.repeat(9 * MB)) + part('name="purpose"', 'vision') + END,
    ],
    ['without a purpose', part('name="file"; filename="a"', 'x') + END],
  ])('%s is refused, and nothing of it stays', async (_name, body) => {
    const before = await objects();
    expect(await post(body)).toBe(400);
    await leavesNothing();
    expect(await objects()).toEqual(before);
  });

  it('whose client leaves leaves nothing', async () => {
    const write = vi.spyOn(application.app.get(ObjectStore), 'write');
    const head = `POST ${FILES} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.apiKey}\r\ncontent-type: ${TYPE}\r\ncontent-length: ${30 * MB}\r\n\r\n`;
    const leaving = new RawConnection(application.url).write(
      head +
        PURPOSE +
        `--xy\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n` +
        'x'.repeat(18 * MB),
    );
    const begun = () => Promise.resolve(write.mock.results.at(0));
    const writing = await eventually(begun, 'the beginning of the write');
    leaving.close();
    await expect(writing.value).rejects.toThrow();
    expect((await client.files.list()).data).toEqual([]);
  });

  it('is 404 when the bucket lost it', async () => {
    const id = await uploaded(client, jsonLines(line('a')));
    const [{ name }] = await application.dataSource.query<[{ name: string }]>(
      'SELECT stored_as AS name FROM batch_files WHERE id = $1',
      [id],
    );
    await application.app.get(ObjectStore).remove(name);
    await expect(client.files.content(id)).rejects.toMatchObject({ status: 404 });
    const batch = await client.batches.create({ ...WANTED, input_file_id: id });
    expect(await over(client, batch.id)).toMatchObject({
      status: 'failed',
      errors: { data: [{ code: 'file_not_found', param: 'input_file_id' }] },
      svc: { estimate_usd: 0, cost_usd: 0 },
    });
    expect(await client.files.delete(id)).toMatchObject({ deleted: true });
  });

  it('of results is made of what the bucket holds', async () => {
    const provider = new FakeOpenAiBatch(application.provider);
    const { id } = await created(client, jsonLines(line('a'), line('b')));
    await eventually(() => Promise.resolve(provider.requests.length === 2 || undefined), 'the hand-over');
    provider.files.set('file-out', [provider.answered(0), provider.answered(1)]);
    provider.shown = {
      status: 'completed',
      output_file_id: 'file-out',
      request_counts: { total: 2, completed: 2, failed: 0 },
    };
    const batch = await over(client, id);
    expect(batch).toMatchObject({ status: 'completed', request_counts: { completed: 2, failed: 0 } });
    const output = await linesOf(client, batch.output_file_id);
    expect(output.map(({ custom_id: name }) => name).sort()).toEqual(['a', 'b']);
    const file = await client.files.retrieve(batch.output_file_id ?? '');
    const text = await (await client.files.content(file.id)).text();
    expect([file.purpose, file.bytes]).toEqual(['batch_output', Buffer.byteLength(text)]);
    expect(await client.files.delete(file.id)).toMatchObject({ deleted: true });
  });
});

describe('a bucket that does not answer', () => {
  it('is 503 for uploads and contents, leaves no row, and holds a batch up alone', async () => {
    const id = await uploaded(client, jsonLines(line('a')));
    const gone = await startTestApplication({
      database: application.database,
      provider: application.provider,
      environment: { OBJECT_STORE_URL: 's3://bucket?endpoint=http://127.0.0.1:1' },
    });
    try {
      const other = openAiClient(gone, tenant.apiKey);
      const failure = { status: 503, code: 'storage_unavailable' };
      await expect(uploaded(other, jsonLines(line('a')))).rejects.toMatchObject(failure);
      await expect(uploaded(other, LARGE)).rejects.toMatchObject(failure);
      await expect(other.files.content(id)).rejects.toMatchObject(failure);
      expect((await other.files.list()).data.map((file) => file.id)).toEqual([id]);
      // Whoever reads the file next goes on with the batch.
      const provider = new FakeOpenAiBatch(application.provider);
      const batch = await other.batches.create({ ...WANTED, input_file_id: id });
      expect(batch.status).toBe('validating');
      await eventually(async () => {
        const { status } = await client.batches.retrieve(batch.id);
        return status === 'in_progress' || undefined;
      }, 'the batch to go on');
      await eventually(() => Promise.resolve(provider.requests.length === 1 || undefined), 'the hand-over');
    } finally {
      await gone.stop();
    }
  });
});
