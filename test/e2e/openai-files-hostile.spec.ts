import type OpenAI from 'openai';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SETTINGS } from '../../src/config/config.module.js';
import type { Settings } from '../../src/config/settings.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { seedBatchTenant } from './batches-support.js';
import { jsonLines, line, openAiClient } from './openai-batches-support.js';
import { RawConnection } from './raw-client.js';
import { eventually } from './stream-call.js';

const MB = 1_048_576;
const FILES = '/api/v1/openai/files';
const TYPE = 'multipart/form-data; boundary="x y"';
const LINES = jsonLines(line('a'));
const part = (head: string, content: string) =>
  `--x y\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const PURPOSE = part('name="purpose"', 'batch');
const FILE = part('name="file"; filename="größe.jsonl"', LINES);
const END = '--x y--';

let application: TestApplication;
let tenant: Tenant;
let client: OpenAI;

beforeAll(async () => {
  application = await startTestApplication({ environment: { BODY_TIMEOUT: '400ms', BODY_MEMORY_MB: '16' } });
});
afterAll(() => application.stop());
beforeEach(async () => {
  ({ tenant } = await seedBatchTenant(application));
  client = openAiClient(application, tenant.apiKey);
});
/** What comes to nothing leaves nothing. */
afterEach(async () => {
  const known = (
    await application.dataSource.query<{ name: string }[]>('SELECT stored_as AS name FROM batch_files')
  ).map(({ name }) => path.basename(name));
  await eventually(async () => {
    const left = [
      ...(await objectsIn('.incoming')),
      ...(await objectsIn('files')).filter((name) => !known.includes(name)),
    ];
    return left.length === 0 ? true : undefined;
  }, 'the end of what was given up');
});

async function objectsIn(folder: string): Promise<string[]> {
  const { objectStore } = application.app.get<Settings>(SETTINGS);
  if (objectStore.kind !== 'disk') throw new Error('not on disk');
  return readdir(path.join(objectStore.directory, folder)).catch(() => []);
}

interface Uploaded {
  readonly id?: string;
  readonly bytes?: number;
}

async function post(body: string | Buffer | AsyncIterable<Buffer>, headers: Record<string, string> = {}) {
  const answer = await request(`${application.url}${FILES}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.apiKey}`, 'content-type': TYPE, ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : (body as never),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    json: (await answer.body.json()) as Uploaded,
  };
}

/** A form whose file has so many bytes, made while it is sent. */
async function* formOf(bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.from(`${PURPOSE}--x y\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`);
  const chunk = Buffer.alloc(MB, 'x');
  for (let left = bytes; left > 0; left -= MB) {
    await Promise.resolve();
    yield left >= MB ? chunk : chunk.subarray(0, left);
  }
  yield Buffer.from(`\r\n${END}`);
}

const announce = (headers: string, apiKey = tenant.apiKey) =>
  new RawConnection(application.url).write(
    `POST ${FILES} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\ncontent-type: ${TYPE}\r\n${headers}\r\n\r\n`,
  );

describe('an upload', () => {
  it('takes a quoted boundary with a space, a name in UTF-8, and a gzipped body', async () => {
    for (const [body, headers] of [
      [FILE + PURPOSE + END, {}],
      [gzipSync(PURPOSE + FILE + END), { 'content-encoding': 'gzip' }],
    ] as const) {
      const { status, json } = await post(body, headers);
      expect([status, json]).toMatchObject([
        200,
        { filename: 'größe.jsonl', bytes: Buffer.byteLength(LINES) },
      ]);
      expect(await (await client.files.content(json.id ?? '')).text()).toBe(LINES);
    }
  });

  it.each<[string, string, number, string | null]>([
    ['for another purpose', FILE + part('name="purpose"', 'fine-tune') + END, 400, 'purpose'],
    ['of two files', PURPOSE + FILE + FILE + END, 400, 'file'],
    ['without an end', PURPOSE + FILE, 400, null],
    ['whose boundary stands in its file alone', `${PURPOSE}--x yz\r\n${FILE.slice(5)}--x y`, 400, null],
  ])('%s is refused in the envelope of OpenAI', async (_name, body, status, param) => {
    const answer = await post(body);
    expect([answer.status, answer.json]).toMatchObject([
      status,
      { error: { type: 'invalid_request_error', param } },
    ]);
    expect((await client.files.list()).data).toEqual([]);
  });

  it('with 256 MB is taken, and with one byte more is 413, whether its length is told or not', async () => {
    const { status, json } = await post(formOf(256 * MB));
    expect([status, json.bytes]).toEqual([200, 256 * MB]);
    await client.files.delete(json.id ?? '');
    for (const answer of [
      await post(formOf(256 * MB + 1)),
      await announce(`content-length: ${258 * MB}`).answer(),
    ])
      expect(answer.status).toBe(413);
    expect((await client.files.list()).data).toEqual([]);
  }, 60_000);

  it('is refused for its key, its balance of requests and its head before its body is read', async () => {
    const wrongKey = announce('content-length: 1000000', 'svc_live_wrong');
    expect(await wrongKey.answer()).toMatchObject({ status: 401 });
    const poor = await seedTenant(application.dataSource, {
      rateLimits: { batch_submissions: { per_second: 0.001, burst: 1 } },
    });
    const body = PURPOSE + FILE + END;
    const send = () => post(body, { authorization: `Bearer ${poor.apiKey}` });
    expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
  });

  it('that comes too slowly is 408, and one whose client leaves leaves nothing', async () => {
    const slow = announce('content-length: 30000').write(PURPOSE + FILE.slice(0, 150));
    expect(await slow.answer()).toMatchObject({ status: 408 });
    const leaving = announce('content-length: 300000').write(PURPOSE + FILE.slice(0, 150));
    await eventually(
      async () => ((await objectsIn('.incoming')).length > 0 ? true : undefined),
      'the first bytes',
    );
    leaving.close();
  });
});
