import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallerDirectory } from '../../src/auth/caller-directory.service.js';
import { directName } from '../../src/batches/uploads/stored-names.js';
import { UnknownUploadError } from '../../src/batches/uploads/upload-errors.js';
import { UploadsRepository } from '../../src/batches/uploads/uploads.repository.js';
import { UploadsService } from '../../src/batches/uploads/uploads.service.js';
import { DAY_MS, HOUR_MS } from '../../src/lib/durations.js';
import { ObjectStore } from '../../src/storage/object-store.js';
import { ObjectTooLargeError } from '../../src/storage/storage-errors.js';
import { startS3Server, type S3Server } from '../support/s3-server.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { UploadClient } from './upload-client.js';

const MB = 1_048_576;
const SUBMISSION = '{"requests":[]}';

let s3: S3Server;
let service: TestApplication;
let tenant: Tenant;
let client: UploadClient;

beforeAll(async () => {
  s3 = await startS3Server();
  service = await startTestApplication({ environment: { OBJECT_STORE_URL: s3.objectStoreUrl('gateway') } });
  tenant = await seedTenant(service.dataSource);
  client = new UploadClient(service.url, tenant.apiKey);
});
afterAll(async () => {
  await service.stop();
  await s3.stop();
});

const uploads = (): UploadsService => service.app.get(UploadsService);

async function putIntoBucket(url: string, body: string | Buffer): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
}

async function* blanks(bytes: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(MB, ' ');
  for (let left = bytes; left > 0; left -= MB) yield await Promise.resolve(chunk.subarray(0, left));
}

async function contentOf(object: string): Promise<string> {
  const upload = await uploads().openUpload(tenant.projectId, object);
  const content = await buffer(await upload.read());
  expect(upload.bytes).toBe(content.length);
  return content.toString();
}

async function uploaded(): Promise<string> {
  const { object, upload_url } = await client.create();
  await putIntoBucket(upload_url, SUBMISSION);
  return object;
}

describe('an upload into a bucket', () => {
  it('goes straight there, at an address that is good for two hours', async () => {
    const { object, upload_url, expires_in_seconds } = await client.create();
    const { origin, pathname, searchParams } = new URL(upload_url);
    expect(origin).toBe(s3.url);
    expect(pathname).toMatch(new RegExp(`^/${s3.bucket}/gateway/uploads/.*${object}$`));
    expect([searchParams.get('X-Amz-Expires'), expires_in_seconds]).toEqual(['7200', 7_200]);
    await expect(uploads().openUpload(tenant.projectId, object)).rejects.toThrow(UnknownUploadError);
    await putIntoBucket(upload_url, SUBMISSION);
    expect(await contentOf(object)).toBe(SUBMISSION);
    expect(await contentOf(object)).toBe(SUBMISSION);
  });

  it('cannot be changed once it was opened, although the address still works', async () => {
    const { object, upload_url } = await client.create();
    await putIntoBucket(upload_url, '{"requests":["first"]}');
    await putIntoBucket(upload_url, '{"requests":["second"]}');
    const opened = await uploads().openUpload(tenant.projectId, object);
    await putIntoBucket(upload_url, '{"requests":["third"]}');
    expect((await buffer(await opened.read())).toString()).toBe('{"requests":["second"]}');
    expect(await contentOf(object)).toBe('{"requests":["second"]}');
  });

  it('is the same for all that open it first, at once', async () => {
    const object = await uploaded();
    const contents = await Promise.all(Array.from({ length: 10 }, () => contentOf(object)));
    expect(new Set(contents)).toEqual(new Set([SUBMISSION]));
  });

  it('is found by whoever comes while another opens it first', async () => {
    const object = await uploaded();
    const repository = service.app.get(UploadsRepository);
    const complete = repository.complete.bind(repository);
    const between: string[] = [];
    vi.spyOn(repository, 'complete').mockImplementationOnce(async (...row) => {
      between.push(await contentOf(object));
      return complete(...row);
    });
    expect(await contentOf(object)).toBe(SUBMISSION);
    expect(between).toEqual([SUBMISSION]);
  });

  it('of more than 256 MB is refused when it is opened, and deleted', async () => {
    const { object, upload_url } = await client.create();
    await putIntoBucket(upload_url, SUBMISSION);
    await s3.grow(`gateway/${directName(object)}`, 256 * MB + 1);
    await expect(uploads().openUpload(tenant.projectId, object)).rejects.toThrow(ObjectTooLargeError);
    await expect(uploads().openUpload(tenant.projectId, object)).rejects.toThrow(UnknownUploadError);
    await putIntoBucket(upload_url, SUBMISSION);
    expect(await contentOf(object)).toBe(SUBMISSION);
  });

  it('is unknown to another project', async () => {
    const [object, stranger] = [await uploaded(), await seedTenant(service.dataSource)];
    await expect(uploads().openUpload(stranger.projectId, object)).rejects.toThrow(UnknownUploadError);
    expect(await contentOf(object)).toBe(SUBMISSION);
  });

  it('is stored for a caller whose body came another way', async () => {
    const caller = await service.app.get(CallerDirectory).find(tenant.apiKey);
    if (caller === undefined) throw new Error('no caller');
    const { object, bytes } = await uploads().storeForCaller(caller, blanks(9 * MB), 9 * MB);
    expect([bytes, (await contentOf(object)).length]).toEqual([9 * MB, 9 * MB]);
    await expect(uploads().storeForCaller(caller, blanks(9 * MB), 9 * MB - 1)).rejects.toThrow(
      ObjectTooLargeError,
    );
  });

  it('is purged after two days, opened or not', async () => {
    const [opened, unopened] = [await uploaded(), await uploaded()];
    await contentOf(opened);
    const later = (ms: number): Date => new Date(Date.now() + ms);
    await uploads().purgeExpired(later(2 * DAY_MS - HOUR_MS));
    expect([await contentOf(opened), await contentOf(unopened)]).toEqual([SUBMISSION, SUBMISSION]);
    const last = await uploaded();
    expect(await uploads().purgeExpired(later(2 * DAY_MS + HOUR_MS))).toBeGreaterThanOrEqual(3);
    for (const object of [opened, unopened, last])
      await expect(uploads().openUpload(tenant.projectId, object)).rejects.toThrow(UnknownUploadError);
    expect(await service.app.get(ObjectStore).removeBefore('uploads/', later(DAY_MS))).toBe(0);
  });
});

describe('a bucket that does not answer', () => {
  it('is 503 for the body, and the address needs no bucket', async () => {
    const gone = await startTestApplication({
      database: service.database,
      provider: service.provider,
      environment: { OBJECT_STORE_URL: 's3://bucket?endpoint=http://127.0.0.1:1' },
    });
    try {
      const { object } = await new UploadClient(gone.url, tenant.apiKey).create();
      await expect(gone.app.get(UploadsService).openUpload(tenant.projectId, object)).rejects.toMatchObject({
        status: 503,
        code: 'storage_unavailable',
      });
    } finally {
      await gone.stop();
    }
  });
});
