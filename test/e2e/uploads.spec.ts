import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CallerDirectory } from '../../src/auth/caller-directory.service.js';
import type { Caller } from '../../src/auth/caller.js';
import { UnknownUploadError } from '../../src/batches/uploads/upload-errors.js';
import { UploadsService } from '../../src/batches/uploads/uploads.service.js';
import { SETTINGS } from '../../src/config/config.module.js';
import type { Settings } from '../../src/config/settings.js';
import { LiveCalls } from '../../src/live-calls/live-calls.service.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/durations.js';
import { ObjectTooLargeError } from '../../src/storage/storage-errors.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { OpenPut, put, sha256Of, until, UploadClient } from './upload-client.js';

const MB = 1_048_576;
const SUBMISSION = JSON.stringify({
  requests: [{ custom_id: 'a', body: { model: 'vendorb/gpt-6.1-terra' } }],
});

let service: TestApplication;
let tenant: Tenant;
let client: UploadClient;

const seedUploader = (): Promise<Tenant> =>
  seedTenant(service.dataSource, { rateLimits: { batch_submissions: 'unlimited' } });

beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedUploader();
  client = new UploadClient(service.url, tenant.apiKey);
});
afterAll(() => service.stop());

const uploads = (): UploadsService => service.app.get(UploadsService);

async function callerOf({ apiKey }: Tenant): Promise<Caller> {
  const caller = await service.app.get(CallerDirectory).find(apiKey);
  if (caller === undefined) throw new Error('no caller');
  return caller;
}

async function contentOf({ projectId }: Tenant, object: string): Promise<Buffer> {
  const upload = await uploads().openUpload(projectId, object);
  const content = await buffer(await upload.read());
  expect(upload.bytes).toBe(content.length);
  return content;
}

/** Files of the object store, whole ones and half ones. */
async function filesOf(folder: string): Promise<string[]> {
  const { objectStore } = service.app.get<Settings>(SETTINGS);
  if (objectStore.kind !== 'disk') throw new Error('not on disk');
  return readdir(path.join(objectStore.directory, folder)).catch(() => []);
}

async function uploaded(owner = client, body = SUBMISSION): Promise<string> {
  const { object, upload_url } = await owner.create();
  expect((await put(upload_url, body)).status).toBe(200);
  return object;
}

afterEach(async () => {
  await until(async () => (await filesOf('.incoming')).length === 0);
});

describe('POST /api/v1/route/batches/uploads', () => {
  it('hands out a signed address on the host that the client dialled, for two hours', async () => {
    const { status, headers, body } = await client.ask();
    expect(status).toBe(201);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(body).toEqual({
      object: expect.stringMatching(/^upl_[0-9a-z]{23}$/),
      upload_url: expect.stringContaining(`${service.url}/api/v1/route/batches/uploads/${body.object}?`),
      expires_in_seconds: 7_200,
    });
    const expires = Number(new URL(body.upload_url as string).searchParams.get('expires')) * 1_000;
    expect(Math.abs(expires - Date.now() - 2 * HOUR_MS)).toBeLessThan(MINUTE_MS);
  });

  it('passes over what is sent with it', async () => {
    for (const body of ['', '{}', '{"purpose":"batch"}', 'no JSON'])
      expect((await client.ask({ body })).status).toBe(201);
  });

  it('takes the key in either header, and none at all is 401', async () => {
    const answer = await client.ask({ headers: { 'x-api-key': tenant.apiKey } });
    expect(answer.status).toBe(201);
    const refused = await new UploadClient(service.url, 'svc_live_nobody').ask();
    expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_api_key']);
  });

  it('is free, also for an organization without money', async () => {
    const poor = await seedTenant(service.dataSource, { balanceUsd: '0' });
    expect((await new UploadClient(service.url, poor.apiKey).ask()).status).toBe(201);
  });

  it('takes from the bucket of batch submissions: 30, and then one in two seconds', async () => {
    const limited = new UploadClient(service.url, (await seedTenant(service.dataSource)).apiKey);
    const answers = await Promise.all(Array.from({ length: 31 }, () => limited.ask()));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.body.error.code).toBe('rate_limit_exceeded');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answers[0]?.headers.get('x-ratelimit-limit-requests')).toBe('30');
  });
});

describe('PUT of an upload address', () => {
  it('stores the body without an API key, and says its size and digest', async () => {
    const { object, upload_url } = await client.create();
    const { status, headers, body } = await put(upload_url, SUBMISSION);
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(body).toEqual({ object, bytes: SUBMISSION.length, sha256: sha256Of(SUBMISSION) });
    expect((await contentOf(tenant, object)).toString()).toBe(SUBMISSION);
  });

  it('can be read as often as is needed', async () => {
    const upload = await uploads().openUpload(tenant.projectId, await uploaded());
    for (let round = 0; round < 3; round += 1)
      expect((await buffer(await upload.read())).toString()).toBe(SUBMISSION);
  });

  it('takes 40 MB in chunks, whatever key is sent along', async () => {
    const { object, upload_url } = await client.create();
    const bytes = randomBytes(40 * MB);
    const { status, body } = await put(upload_url, bytes, { authorization: 'Bearer svc_live_nobody' });
    expect([status, body]).toEqual([200, { object, bytes: bytes.length, sha256: sha256Of(bytes) }]);
    expect((await contentOf(tenant, object)).equals(bytes)).toBe(true);
  });

  it('stores a compressed body as it was before', async () => {
    const { object, upload_url } = await client.create();
    const { status, body } = await put(upload_url, gzipSync(SUBMISSION), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    expect([status, body.sha256]).toEqual([200, sha256Of(SUBMISSION)]);
    expect((await contentOf(tenant, object)).toString()).toBe(SUBMISSION);
  });

  it('takes a slow client', async () => {
    const { object, upload_url } = await client.create();
    const open = new OpenPut(upload_url, { 'content-length': SUBMISSION.length });
    for (const byte of SUBMISSION.slice(0, -1)) {
      await open.send(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(async () => (await filesOf('.incoming')).length === 1);
    open.end(SUBMISSION.slice(-1));
    expect(await open.answer).toMatchObject({ status: 200, body: { object, bytes: SUBMISSION.length } });
    expect((await contentOf(tenant, object)).toString()).toBe(SUBMISSION);
  });

  it('takes one body: a second is 409, and the first stays', async () => {
    const { object, upload_url } = await client.create();
    expect((await put(upload_url, SUBMISSION)).status).toBe(200);
    for (const body of [SUBMISSION, '{"requests":["other"]}']) {
      const again = await put(upload_url, body);
      expect([again.status, again.body.error.code]).toEqual([409, 'upload_already_used']);
      expect(again.headers.get('x-svc-error-source')).toBe('gateway');
    }
    expect((await contentOf(tenant, object)).toString()).toBe(SUBMISSION);
  });

  it('lets one of many at once win', async () => {
    const before = (await filesOf('uploads')).length;
    const { object, upload_url } = await client.create();
    const bodies = Array.from({ length: 20 }, (_, index) => `{"requests":["${index}"]}`);
    const answers = await Promise.all(bodies.map((body) => put(upload_url, body)));
    const winners = answers.flatMap(({ status }, index) => (status === 200 ? [bodies[index]] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await contentOf(tenant, object)).toString()).toBe(winners[0]);
    expect(await filesOf('uploads')).toHaveLength(before + 1);
  });

  it('lets one of two win that were both half-way, also on two replicas', async () => {
    const replica = await startTestApplication({ database: service.database, provider: service.provider });
    try {
      const before = (await filesOf('uploads')).length;
      const { object, upload_url } = await client.create();
      const urls = [upload_url, upload_url.replace(service.url, replica.url)];
      const puts = urls.map((url) => new OpenPut(url, { 'content-length': 4 }));
      for (const open of puts) await open.send('{"');
      await until(async () => (await filesOf('.incoming')).length === 2);
      for (const open of puts) open.end('}\n');
      const statuses = (await Promise.all(puts.map(({ answer }) => answer))).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 409]);
      expect((await contentOf(tenant, object)).toString()).toBe('{"}\n');
      expect(await filesOf('uploads')).toHaveLength(before + 1);
    } finally {
      await replica.stop();
    }
  });

  it('keeps a client that tries again and again from filling the disk', async () => {
    const { upload_url } = await client.create();
    const puts = Array.from({ length: 4 }, () => new OpenPut(upload_url, { 'content-length': 10 }));
    for (const open of puts) await open.send('{');
    await until(async () => (await filesOf('.incoming')).length === 4);
    const fifth = await put(upload_url, SUBMISSION);
    expect([fifth.status, fifth.body.error.code]).toEqual([409, 'upload_in_progress']);
    expect(fifth.headers.get('retry-after')).toMatch(/^\d+$/);
    for (const open of puts) open.leave();
    await until(async () => (await filesOf('.incoming')).length === 0);
    await until(async () => (await put(upload_url, SUBMISSION)).status === 200);
  });

  it.each([
    ['with a length', { 'content-length': 1_000 }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
    ['compressed', { 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' }],
  ])(
    'leaves nothing of a body %s that stops half-way, and takes another at once',
    async (_title, headers) => {
      const before = (await filesOf('uploads')).length;
      const { object, upload_url } = await client.create();
      const open = new OpenPut(upload_url, headers);
      await open.send('content-encoding' in headers ? gzipSync(SUBMISSION).subarray(0, 30) : '{"requests":');
      await until(async () => (await filesOf('.incoming')).length === 1);
      open.leave();
      await expect(uploads().openUpload(tenant.projectId, object)).rejects.toThrow(UnknownUploadError);
      expect((await put(upload_url, SUBMISSION)).status).toBe(200);
      expect((await contentOf(tenant, object)).toString()).toBe(SUBMISSION);
      await until(async () => (await filesOf('.incoming')).length === 0);
      expect(await filesOf('uploads')).toHaveLength(before + 1);
    },
  );
});

describe('an upload that is refused', () => {
  let object: string;
  let url: string;

  beforeAll(async () => {
    ({ object, upload_url: url } = await client.create());
  });

  /** Refused, nothing of it is kept, and the address is as good as before. */
  async function expectFree(): Promise<void> {
    await expect(uploads().openUpload(tenant.projectId, object)).rejects.toThrow(UnknownUploadError);
    const rows: { state: string }[] = await service.dataSource.query(
      'SELECT state FROM upload_objects WHERE object = $1',
      [object],
    );
    expect(rows).toEqual([{ state: 'created' }]);
    await until(async () => (await filesOf('.incoming')).length === 0);
  }

  it.each([
    ['no signature', (address: URL) => address.searchParams.delete('signature')],
    ['no time', (address: URL) => address.searchParams.delete('expires')],
    ['nothing', (address: URL) => (address.search = '')],
    ['another signature', (address: URL) => address.searchParams.set('signature', '0'.repeat(64))],
    ['a broken signature', (address: URL) => address.searchParams.set('signature', 'x')],
    ['a later time', (address: URL) => address.searchParams.set('expires', '9999999999')],
    ['a time that is no number', (address: URL) => address.searchParams.set('expires', 'never')],
    ['two times', (address: URL) => address.searchParams.append('expires', '1')],
    ['two signatures', (address: URL) => address.searchParams.append('signature', 'x')],
    ['another object', (address: URL) => (address.pathname = address.pathname.replace(/.$/, '~'))],
    ['a NUL', (address: URL) => (address.pathname += '%00')],
    ['a way up', (address: URL) => (address.pathname = address.pathname.replace(/upl_.*/, '..%2F..%2Fa'))],
  ])('with %s is 403', async (_title, change) => {
    const address = new URL(url);
    change(address);
    const { status, body } = await put(address.href, SUBMISSION);
    expect([status, body.error.code]).toEqual([403, 'invalid_upload_signature']);
    expect(body.error.type).toBe('permission_error');
    await expectFree();
  });

  it('with the signature of another upload is 403', async () => {
    const other = await client.create();
    const address = new URL(url);
    address.search = new URL(other.upload_url).search;
    expect((await put(address.href, SUBMISSION)).status).toBe(403);
    await expectFree();
  });

  it('of 300 MB is 413 before a byte of it is read', async () => {
    const open = new OpenPut(url, { 'content-length': 300 * MB });
    expect(await open.answer).toMatchObject({
      status: 413,
      body: { error: { code: 'request_too_large', message: expect.stringContaining('256 MB') } },
    });
    open.leave();
    await expectFree();
  });

  it('of no announced length is 413 as soon as it is too long, and is not kept in memory', async () => {
    const open = new OpenPut(url, { 'transfer-encoding': 'chunked' });
    const chunk = Buffer.alloc(MB, ' ');
    const before = process.memoryUsage().rss;
    for (let sent = 0; sent < 256; sent += 1) await open.send(chunk);
    await open.send('x');
    expect(await open.answer).toMatchObject({ status: 413, body: { error: { code: 'request_too_large' } } });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB);
    open.leave();
    await expectFree();
  });

  it('that inflates to more than 256 MB is 413', async () => {
    const bomb = gzipSync(Buffer.alloc(257 * MB), { level: 1 });
    const { status, body } = await put(url, bomb, { 'content-encoding': 'gzip' });
    expect([status, body.error.code]).toEqual([413, 'request_too_large']);
    await expectFree();
  });

  it.each([
    ['empty', '', {}, 400, 'empty_body'],
    ['of another type', SUBMISSION, { 'content-type': 'text/csv' }, 415, 'unsupported_media_type'],
    [
      'in an unknown encoding',
      SUBMISSION,
      { 'content-encoding': 'zip' },
      415,
      'unsupported_content_encoding',
    ],
    [
      'not compressed as it says',
      SUBMISSION,
      { 'content-encoding': 'gzip' },
      400,
      'invalid_content_encoding',
    ],
  ])('%s is told why', async (_title, body, headers, status, code) => {
    const answer = await put(url, body, { 'content-type': 'application/json', ...headers });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    await expectFree();
  });

  it('is welcome afterwards', async () => {
    expect((await put(url, SUBMISSION)).status).toBe(200);
    expect((await contentOf(tenant, object)).toString()).toBe(SUBMISSION);
  });
});

describe('an uploaded object', () => {
  it('is unknown to another project, as one that never was', async () => {
    const [object, stranger] = [await uploaded(), await seedUploader()];
    const messages = await Promise.all(
      [object, object.replace(/.{4}$/, '0000')].map((name) =>
        uploads()
          .openUpload(stranger.projectId, name)
          .then(
            () => 'opened',
            (error: unknown) => String(error).replace(name, '…'),
          ),
      ),
    );
    expect(messages[0]).toContain('There is no uploaded object');
    expect(messages[1]).toBe(messages[0]);
    expect((await contentOf(tenant, object)).toString()).toBe(SUBMISSION);
  });

  it.each(['', 'upl_', 'upl_\u0000', '../../etc/passwd', 'x'.repeat(10_000), "upl_' OR true --"])(
    'is not found by the name %j',
    async (name) => {
      const open = uploads().openUpload(tenant.projectId, name);
      await expect(open).rejects.toMatchObject({ status: 404, code: 'unknown_upload' });
    },
  );

  it('is unknown before anything was put there', async () => {
    const { object } = await client.create();
    await expect(uploads().openUpload(tenant.projectId, object)).rejects.toThrow(UnknownUploadError);
  });

  it('is stored for a caller whose body came another way', async () => {
    const before = (await filesOf('uploads')).length;
    const caller = await callerOf(tenant);
    async function* source(): AsyncGenerator<Buffer> {
      for (const part of ['{"requests"', ':[]}']) yield await Promise.resolve(Buffer.from(part));
    }
    const { object, bytes } = await uploads().storeForCaller(caller, source(), 15);
    expect([bytes, (await contentOf(tenant, object)).toString()]).toEqual([15, '{"requests":[]}']);
    await expect(uploads().storeForCaller(caller, source(), 14)).rejects.toThrow(ObjectTooLargeError);
    expect(await filesOf('uploads')).toHaveLength(before + 1);
  });

  it('cannot be opened when its bytes are gone', async () => {
    const object = await uploaded();
    await service.dataSource.query(`UPDATE upload_objects SET stored_as = 'uploads/lost' WHERE object = $1`, [
      object,
    ]);
    await expect(uploads().openUpload(tenant.projectId, object)).rejects.toThrow(UnknownUploadError);
  });
});

describe('an upload of two days ago', () => {
  const age = (object: string, interval: string): Promise<unknown> =>
    service.dataSource.query(
      'UPDATE upload_objects SET created_at = created_at - $2::interval WHERE object = $1',
      [object, interval],
    );

  it('is purged by the sweep, body and row; a younger one stays', async () => {
    const [old, young, unused] = [await uploaded(), await uploaded(), (await client.create()).object];
    await age(old, '48 hours 1 second');
    await age(unused, '48 hours 1 second');
    await age(young, '47 hours 59 minutes');
    const files = (await filesOf('uploads')).length;
    const { body } = await new AdminClient(service.url).post('/maintenance/sweep');
    expect(body).toMatchObject({ uploads_purged: 1 });
    expect(await filesOf('uploads')).toHaveLength(files - 1);
    const rows: { object: string }[] = await service.dataSource.query(
      'SELECT object FROM upload_objects WHERE object = ANY($1)',
      [[old, young, unused]],
    );
    expect(rows).toEqual([{ object: young }]);
    await expect(uploads().openUpload(tenant.projectId, old)).rejects.toThrow(UnknownUploadError);
    expect((await contentOf(tenant, young)).toString()).toBe(SUBMISSION);
  });

  it('is gone for its owner even before the sweep comes by', async () => {
    const object = await uploaded();
    await age(object, '48 hours 1 second');
    await expect(uploads().openUpload(tenant.projectId, object)).rejects.toThrow(UnknownUploadError);
  });

  it('is purged once by two sweeps at a time', async () => {
    for (let count = 0; count < 5; count += 1) await age(await uploaded(), '49 hours');
    await Promise.all([uploads().purgeExpired(new Date()), uploads().purgeExpired(new Date())]);
    expect(await uploads().purgeExpired(new Date())).toBe(0);
  });

  it('answers 404 to a body that comes so late, should the address live longer', async () => {
    const { object, upload_url } = await client.create();
    await service.dataSource.query('DELETE FROM upload_objects WHERE object = $1', [object]);
    const { status, body } = await put(upload_url, SUBMISSION);
    expect([status, body.error.code]).toEqual([404, 'unknown_upload']);
  });
});

describe('settings of uploads', () => {
  it('shorten the life of an address, and name another host', async () => {
    const other = await startTestApplication({
      database: service.database,
      provider: service.provider,
      environment: { UPLOAD_URL_TTL: '1s', PUBLIC_BASE_URL: 'https://gateway.example.com/v' },
    });
    try {
      const created = await new UploadClient(other.url, tenant.apiKey).create();
      expect(created.expires_in_seconds).toBe(1);
      expect(created.upload_url).toMatch(/^https:\/\/gateway\.example\.com\/v\/api\/v1\/route\/batches\//);
      const address = created.upload_url.replace('https://gateway.example.com/v', other.url);
      await until(async () => {
        // Not used up by the attempts: it refuses the body, then the address.
        const { status, body } = await put(address, '');
        return status === 403 && body.error.code === 'upload_url_expired';
      });
    } finally {
      await other.stop();
    }
  });
});

describe('a graceful stop', () => {
  it('waits for a running upload and takes no new one', async () => {
    const other = await startTestApplication({ database: service.database, provider: service.provider });
    const { object, upload_url } = await new UploadClient(other.url, tenant.apiKey).create();
    const open = new OpenPut(upload_url, { 'content-length': SUBMISSION.length });
    await open.send(SUBMISSION.slice(0, 5));
    await until(async () => (await filesOf('.incoming')).length === 1);
    const stopped = other.stop();
    expect(() => other.app.get(LiveCalls).hold(() => undefined)).toThrow('shutting down');
    open.end(SUBMISSION.slice(5));
    expect((await open.answer).status).toBe(200);
    await stopped;
    expect((await contentOf(tenant, object)).toString()).toBe(SUBMISSION);
  });

  it('cuts it at the end of the grace; the address can be used elsewhere', async () => {
    const other = await startTestApplication({
      database: service.database,
      provider: service.provider,
      environment: { SHUTDOWN_GRACE: '1ms' },
    });
    const { upload_url } = await new UploadClient(other.url, tenant.apiKey).create();
    const open = new OpenPut(upload_url, { 'content-length': SUBMISSION.length });
    await open.send('{');
    await until(async () => (await filesOf('.incoming')).length === 1);
    await other.stop();
    await expect(open.answer).rejects.toThrow();
    expect(await filesOf('.incoming')).toEqual([]);
    expect((await put(upload_url.replace(other.url, service.url), SUBMISSION)).status).toBe(200);
  });
});

describe('the purge time', () => {
  it('follows UPLOAD_RETENTION', async () => {
    const object = await uploaded();
    await uploads().purgeExpired(new Date(Date.now() + 2 * DAY_MS - MINUTE_MS));
    expect((await contentOf(tenant, object)).toString()).toBe(SUBMISSION);
    expect(await uploads().purgeExpired(new Date(Date.now() + 2 * DAY_MS + MINUTE_MS))).toBeGreaterThan(0);
    expect(await filesOf('uploads')).toEqual([]);
  });
});
