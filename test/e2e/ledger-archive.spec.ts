import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { watchBalances } from '../../src/alerts/watch/balance-watch.js';
import { archiveFileName } from '../../src/billing/ledger/archive/archive-files.service.js';
import { LedgerArchiving } from '../../src/billing/ledger/archive/ledger-archiving.service.js';
import { UsageCommitRepository } from '../../src/billing/metering/usage-commit.repository.js';
import { Metrics } from '../../src/metrics/metrics.js';
import { ObjectStore } from '../../src/storage/object-store.js';
import { startS3Server, type S3Server } from '../support/s3-server.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { createTestDatabase } from '../support/test-database.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { chargedCall, chargesLeft, recordOf } from './ledger-archive-support.js';
import { temporaryDirectory } from './process-gateway.js';

const ARCHIVE = { LEDGER_ARCHIVE: '60d' };
const OLD = new Date('2026-03-01T10:00:00Z');

let service: TestApplication;
let admin: AdminClient;
let tenant: Tenant;
let directory: ReturnType<typeof temporaryDirectory>;

/** Each with objects of its own, on a disk. */
async function start(environment: Record<string, string> = ARCHIVE): Promise<void> {
  directory = temporaryDirectory();
  service = await startTestApplication({
    environment: { OBJECT_STORE_URL: `file://${directory.path}`, ...environment },
  });
  admin = new AdminClient(service.url);
  tenant = await seedTenant(service.dataSource);
}

async function stop(): Promise<void> {
  await service.stop();
  directory.remove();
}

const sweep = (): Promise<number> => service.app.get(LedgerArchiving, { strict: false }).sweep();
const check = async (of = tenant) =>
  (await admin.get(`/organizations/${of.organizationId}/ledger/check`)).body;
const list = (query = '', of = tenant) => admin.get(`/organizations/${of.organizationId}/ledger${query}`);
const download = (query = ''): Promise<Response> =>
  fetch(`${service.url}/api/v1/admin/organizations/${tenant.organizationId}/ledger?format=csv${query}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
const csv = async (query = '') => (await download(query)).text();
/** The name of the newest file. */
async function newestFile(): Promise<string> {
  const [row] = await service.dataSource.query<{ number: string; sha256: string }[]>(
    'SELECT number, sha256 FROM ledger_archive_files WHERE archived_at IS NOT NULL ORDER BY number DESC LIMIT 1',
  );
  return archiveFileName(row!);
}
const file = (name: string): string => path.join(directory.path, name);
const filesInStore = (): Promise<string[]> => readdir(path.join(directory.path, 'ledger')).catch(() => []);
const charge = (day: string, fields = {}): Promise<string> =>
  chargedCall(service.dataSource, tenant, { at: new Date(`${day}T10:00:00Z`), ...fields });

afterEach(() => vi.restoreAllMocks());

describe('charges past LEDGER_ARCHIVE', () => {
  beforeAll(() => start({ ...ARCHIVE, ALLOW_PRIVATE_ENDPOINTS: 'true' }));
  afterAll(stop);

  it('leave the ledger into a file, and everything says what it said before', async () => {
    const other = await seedTenant(service.dataSource);
    await charge('2026-03-01', { usd: '0.123456789012', attempts: 3 });
    await charge('2026-03-01', { usd: '0' });
    await chargedCall(service.dataSource, other, { at: OLD, usd: '1.5' });
    await charge('2026-03-02');
    const today = await chargedCall(service.dataSource, tenant, { at: new Date(), usd: '0.25' });
    const said = async () => ({
      list: (await list('?limit=100')).body,
      usage: (await list('?kind=usage')).body,
      credits: (await list('?kind=credit')).body,
      csv: await csv(),
      check: { ...(await check()), checked_at: undefined, archived_entries: undefined },
    });
    const before = await said();
    expect(before.list.data).toHaveLength(7);
    expect(await sweep()).toBe(6);
    expect(await chargesLeft(service.dataSource)).toEqual([today]);
    expect(await said()).toEqual(before);
    expect(await check()).toMatchObject({ ok: true, entries: 7, archived_entries: 5, archive_faults: [] });
    expect(await check(other)).toMatchObject({ ok: true, entries: 2, archived_entries: 1 });
    expect((await admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
  });

  it('are in lines that say each organization and what it carries', async () => {
    const [head, ...lines] = gunzipSync(await readFile(file(await newestFile())))
      .toString()
      .trimEnd()
      .split('\n');
    const manifest = JSON.parse(head!);
    expect(manifest).toMatchObject({ format: 'ledger-archive-1', file: '1', previous: null, entries: 6 });
    const own = manifest.organizations.find(
      ({ organization_id: id }: { organization_id: string }) => id === tenant.organizationId,
    );
    expect(own).toMatchObject({ entries: 5, amount_usd: '-0.370370367043', carried_usd: '-0.370370367043' });
    expect(lines.map((line) => JSON.parse(line).reference)).toHaveLength(6);
  });

  it('are found by every filter and from every cursor', async () => {
    const whole = (await list('?limit=100')).body.data as { id: string; reference: string }[];
    for (const limit of [1, 2, 3, 6]) {
      const seen: unknown[] = [];
      for (let after = ''; ;) {
        const { body } = await list(`?limit=${limit}${after}`);
        seen.push(...body.data);
        if (body.has_more !== true) break;
        after = `&after=${body.last_id}`;
      }
      expect(seen).toEqual(whole);
      const upwards: unknown[] = [];
      for (let before = `&before=${whole.at(-1)!.id}`; ;) {
        const { body } = await list(`?limit=${limit}${before}`);
        upwards.unshift(...body.data);
        if (body.has_more !== true) break;
        before = `&before=${body.first_id}`;
      }
      expect(upwards).toEqual(whole.slice(0, -1));
    }
    const { reference } = whole.at(-2)!;
    expect((await list(`?reference=${reference}`)).body.data).toEqual(
      whole.filter((row) => row.reference === reference),
    );
    expect((await list('?from=2026-03-01T10:00:00Z&to=2026-03-02')).body.data).toHaveLength(4);
    expect((await list('?from=2026-03-02&to=2026-03-03')).body.data).toHaveLength(1);
    expect((await list('?to=2026-03-01T10:00:00Z')).body.data).toEqual([]);
    expect((await csv('&limit=3')).trimEnd().split('\n')).toHaveLength(4);
    expect((await csv('&kind=usage')).trimEnd().split('\n')).toHaveLength(whole.length);
  });

  it('are added up by the check of usage', async () => {
    const period = '?from=2026-03-01T00:00:00Z&to=2026-03-03T00:00:00Z';
    const proof = (await admin.get(`/projects/${tenant.projectId}/usage/check${period}`)).body;
    expect(proof).toMatchObject({ ok: true, entries: 5, usage_usd: 0.370370367043, difference_usd: 0 });
    const day = '?from=2026-03-02T00:00:00Z&to=2026-03-03T00:00:00Z';
    expect((await admin.get(`/projects/${tenant.projectId}/usage/check${day}`)).body).toMatchObject({
      ok: true,
      entries: 1,
      ledger_usd: 0.000000000007,
    });
  });

  it('are not taken a second time when their commit comes again', async () => {
    const at = new Date('2026-03-05T10:00:00Z');
    const repository = service.app.get(UsageCommitRepository, { strict: false });
    const once = recordOf(tenant, at);
    await repository.commit([once]);
    expect(await sweep()).toBe(1);
    const before = await check();
    const late = recordOf(tenant, at);
    // Also when the call log has let the call go.
    await service.dataSource.query('DELETE FROM calls WHERE id = $1', [once.id]);
    await Promise.all([repository.commit([once, late]), repository.commit([once])]);
    expect(await check()).toMatchObject({ ok: true, entries: Number(before.entries) + 1 });
    expect(await chargesLeft(service.dataSource)).toContain(late.id);
    expect(await sweep()).toBe(1);
    await repository.commit([late, once]);
    expect(await check()).toMatchObject({ ok: true, entries: Number(before.entries) + 1 });
  });

  it('that come late with an old date go into a file of their own, and stand where they came', async () => {
    const late = await charge('2026-03-01');
    const before = (await list('?limit=100')).body;
    expect(before.data[0].reference).toBe(late);
    expect(await sweep()).toBe(1);
    expect((await list('?limit=100')).body).toEqual(before);
    expect(await check()).toMatchObject({ ok: true });
  });

  it('stay of an organization that is deleted, beside those of others', async () => {
    const gone = await seedTenant(service.dataSource, { tiers: null });
    await chargedCall(service.dataSource, gone, { at: OLD });
    for (const [table, column] of [
      ['api_keys', 'project_id'],
      ['projects', 'organization_id'],
      ['balances', 'organization_id'],
      ['organizations', 'id'],
    ])
      await service.dataSource.query(`DELETE FROM ${table} WHERE ${column} = $1`, [
        column === 'project_id' ? gone.projectId : gone.organizationId,
      ]);
    const before = await check();
    expect(await sweep()).toBe(1);
    expect(await check()).toMatchObject({ ok: true, entries: before.entries });
    expect((await admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
  });

  it('do not hide from the watch of low balances what comes after them', async () => {
    const organizationId = await admin.createOrganization();
    const projectId = await admin.createProject(organizationId);
    const spent = { ...tenant, organizationId, projectId };
    const told = async (): Promise<number> => {
      await watchBalances(service.dataSource);
      const rows = await service.dataSource.query<unknown[]>(
        `SELECT FROM alerts WHERE organization_id = $1 AND event = 'balance_below'`,
        [organizationId],
      );
      return rows.length;
    };
    const alerts = { url: 'http://127.0.0.1:9/', events: ['balance_below'], balance_below_usd: 5 };
    expect((await admin.put(`/organizations/${organizationId}/alerts`, alerts)).status).toBe(200);
    await chargedCall(service.dataSource, spent, { at: OLD });
    expect(await told()).toBe(1);
    // No row is left of it.
    expect(await sweep()).toBe(1);
    expect(await told()).toBe(1);
    await admin.post(`/organizations/${organizationId}/credits`, { amount_usd: 6 });
    await chargedCall(service.dataSource, spent, { at: new Date(), usd: '6' });
    expect(await told()).toBe(2);
  });

  it('cannot be deleted otherwise, whoever tries', async () => {
    const id = await charge('2026-03-10');
    const remove = (file: string) =>
      service.dataSource.transaction(async (manager) => {
        await manager.query(`SELECT set_config('gateway.ledger_archive', $1, true)`, [file]);
        await manager.query('DELETE FROM ledger_entries WHERE reference = $1', [id]);
      });
    for (const file of ['', '1', '999999']) await expect(remove(file)).rejects.toThrow('append-only');
    await expect(
      service.dataSource.transaction(async (manager) => {
        const [{ number }] = await manager.query(
          'INSERT INTO ledger_archive_files (archived_at) VALUES (now()) RETURNING number',
        );
        await manager.query(`SELECT set_config('gateway.ledger_archive', $1, true)`, [number]);
        await manager.query(`DELETE FROM ledger_entries WHERE kind = 'credit'`);
      }),
    ).rejects.toThrow('only charges');
  });

  it('come back file by file, the newest first, and go again', async () => {
    await sweep();
    const before = { list: (await list('?limit=100')).body, entries: (await check()).entries };
    const archived = (await filesInStore()).length;
    expect(archived).toBeGreaterThan(3);
    for (let left = archived - 1; left >= 0; left -= 1) {
      const { body } = await admin.post('/maintenance/ledger-archive/bring-back');
      expect(body.files_left).toBe(left);
      expect((await list('?limit=100')).body).toEqual(before.list);
      expect(await check()).toMatchObject({ ok: true, entries: before.entries });
    }
    expect(await filesInStore()).toEqual([]);
    const none = await admin.post('/maintenance/ledger-archive/bring-back');
    expect([none.status, none.body.error.code]).toEqual([409, 'ledger_archive_busy']);
    expect(await sweep()).toBeGreaterThan(6);
    expect((await list('?limit=100')).body).toEqual(before.list);
    expect(await check()).toMatchObject({ ok: true, entries: before.entries });
  });
});

describe('a file that cannot be read', () => {
  beforeAll(async () => {
    await start();
    await charge('2026-03-01', { usd: '0.5' });
    await sweep();
    for (let call = 0; call < 2; call += 1) await chargedCall(service.dataSource, tenant, { at: new Date() });
  });
  afterAll(stop);

  const faults = async () => {
    const { ok, difference_usd: difference, archive_faults: found } = await check();
    return { ok, difference, found };
  };

  it.each<[string, (name: string, bytes: Buffer) => Promise<void>]>([
    [
      'changed',
      (name, bytes) => writeFile(name, gzipSync(gunzipSync(bytes).toString().replace('0.5', '0.4'))),
    ],
    ['changed', (name, bytes) => writeFile(name, bytes.subarray(0, -9))],
    ['missing', (name) => rm(name)],
  ])('is named by the check as %s, and no list is shorter for it', async (fault, spoil) => {
    const restarted = await startTestApplication({
      environment: { OBJECT_STORE_URL: `file://${directory.path}`, ...ARCHIVE },
      database: service.database,
      provider: service.provider,
    });
    const there = new AdminClient(restarted.url);
    const at = `/organizations/${tenant.organizationId}`;
    const name = await newestFile();
    const whole = await readFile(file(name));
    await spoil(file(name), whole);
    try {
      expect(await faults()).toEqual({ ok: false, difference: 0, found: [{ file: name, fault }] });
      expect((await admin.post('/maintenance/sweep')).body.ledger_check).toBe('differences');
      expect(await service.app.get(Metrics).render()).toMatch(
        /gateway_ledger_archive_failures_total\{.*reason="file".*\} [1-9]/,
      );
      for (const query of ['', '?kind=usage', '?format=csv', '?to=2026-04-01']) {
        const { status, body } = await there.get(`${at}/ledger${query}`);
        expect([status, body.error.code]).toEqual([503, 'ledger_archive_unreadable']);
        expect(body.error.message).toContain(name);
      }
      const period = '?from=2026-03-01T00:00:00Z&to=2026-03-03T00:00:00Z';
      expect((await there.get(`/projects/${tenant.projectId}/usage/check${period}`)).status).toBe(503);
      expect((await there.post('/maintenance/ledger-archive/bring-back')).status).toBe(503);
      // What needs no file needs none.
      expect((await there.get(`${at}/ledger?limit=1`)).status).toBe(200);
      expect((await there.get(`${at}/ledger?kind=credit`)).status).toBe(200);
    } finally {
      await writeFile(file(name), whole);
      await restarted.stop();
    }
    expect(await faults()).toEqual({ ok: true, difference: 0, found: [] });
    expect((await list('?kind=usage')).body.data).toHaveLength(3);
  });

  it('has other sums than the database when those were changed', async () => {
    const change = (by: string) =>
      service.dataSource.query('UPDATE ledger_archive_sums SET carried_usd = carried_usd + $1', [by]);
    await change('1');
    expect(await faults()).toMatchObject({
      ok: false,
      difference: -1,
      found: [{ file: await newestFile(), fault: 'sums' }],
    });
    await change('-1');
    expect(await faults()).toMatchObject({ ok: true });
  });
});

describe('archiving that is interrupted', () => {
  beforeAll(() => start());
  afterAll(stop);

  /** The disk, or the database, fails once at one step; what it did before stays done. */
  const breaks: Record<string, () => void> = {
    'before the file is there': () => {
      vi.spyOn(service.app.get(ObjectStore, { strict: false }), 'write').mockRejectedValueOnce(
        new Error('full'),
      );
    },
    'when the file is there': () => {
      const store = service.app.get(ObjectStore, { strict: false });
      const write = store.write.bind(store);
      vi.spyOn(store, 'write').mockImplementationOnce(async (...given) => {
        await write(...given);
        throw new Error('killed');
      });
    },
    'when the file is read back': () => {
      const store = service.app.get(ObjectStore, { strict: false });
      vi.spyOn(store, 'read').mockRejectedValueOnce(new Error('killed'));
    },
    'when the disk wrote other bytes': () => {
      const store = service.app.get(ObjectStore, { strict: false });
      const write = store.write.bind(store);
      vi.spyOn(store, 'write').mockImplementationOnce(async (name, source) => {
        const written = await write(name, source);
        await writeFile(file(name), 'zeros');
        return written;
      });
    },
  };

  it.each(Object.keys(breaks))('%s leaves everything as it was, and the next run does it', async (step) => {
    const id = await charge('2026-03-01');
    const before = (await list('?limit=100')).body;
    const files = (await filesInStore()).length;
    breaks[step]!();
    await expect(sweep()).rejects.toThrow();
    expect(await chargesLeft(service.dataSource)).toEqual([id]);
    expect((await list('?limit=100')).body).toEqual(before);
    expect(await check()).toMatchObject({ ok: true });
    expect(await sweep()).toBe(1);
    expect(await chargesLeft(service.dataSource)).toEqual([]);
    expect((await list('?limit=100')).body).toEqual(before);
    expect(await check()).toMatchObject({ ok: true });
    // Nothing of the try that failed is left in the store.
    expect(await filesInStore()).toHaveLength(files + 1);
    expect(await service.app.get(Metrics).render()).toMatch(
      /gateway_ledger_archive_failures_total\{.*reason="write".*\} [1-9]/,
    );
  });

  it('takes nothing away when the ledger has other rows than the file', async () => {
    const id = await charge('2026-03-01');
    const store = service.app.get(ObjectStore, { strict: false });
    const write = store.write.bind(store);
    const spy = vi.spyOn(store, 'write').mockImplementation(async (name, source) => {
      // Somebody by hand, between reading and moving.
      await service.dataSource.transaction(async (manager) => {
        await manager.query(`SET LOCAL session_replication_role = 'replica'`);
        await manager.query(`UPDATE ledger_entries SET amount_usd = amount_usd * 2 WHERE reference = $1`, [
          id,
        ]);
      });
      return write(name, source);
    });
    await expect(sweep()).rejects.toThrow('other entries');
    spy.mockRestore();
    expect(await chargesLeft(service.dataSource)).toEqual([id]);
    await service.dataSource.query(
      'UPDATE balances SET balance_usd = balance_usd - 0.000000000007 WHERE organization_id = $1',
      [tenant.organizationId],
    );
    expect(await sweep()).toBe(1);
    expect(await check()).toMatchObject({ ok: true });
  });

  it('is not gone on with by a process that was given up, which takes its file away', async () => {
    const id = await charge('2026-03-01');
    const files = await filesInStore();
    const store = service.app.get(ObjectStore, { strict: false });
    const write = store.write.bind(store);
    vi.spyOn(store, 'write').mockImplementationOnce(async (...given) => {
      // Another process takes this one for dead, and cleans up behind it.
      await service.dataSource.query(
        'UPDATE ledger_archive_files SET is_abandoned = true WHERE archived_at IS NULL',
      );
      await service.dataSource.query('DELETE FROM ledger_archive_files WHERE is_abandoned');
      return write(...given);
    });
    await expect(sweep()).rejects.toThrow('gave up');
    expect(await filesInStore()).toEqual(files);
    expect(await chargesLeft(service.dataSource)).toEqual([id]);
    expect(await sweep()).toBe(1);
  });

  it('is one process at a time, and nothing is in two files', async () => {
    const replica = await startTestApplication({
      environment: { OBJECT_STORE_URL: `file://${directory.path}`, ...ARCHIVE },
      database: service.database,
      provider: service.provider,
    });
    for (const day of ['2026-02-01', '2026-02-02', '2026-02-03']) await charge(day);
    const before = (await list('?limit=100')).body;
    const both = [service, replica].map(({ app }) => app.get(LedgerArchiving, { strict: false }).sweep());
    const counts = await Promise.all(both);
    expect(counts.toSorted()).toEqual([0, 3]);
    expect((await list('?limit=100')).body).toEqual(before);
    expect(await check()).toMatchObject({ ok: true });
    await replica.stop();
  });

  it('goes on while calls commit, and every charge is counted once', async () => {
    const repository = service.app.get(UsageCommitRepository, { strict: false });
    const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'];
    const before = await check();
    const records = days.flatMap((day) =>
      Array.from({ length: 10 }, () => recordOf(tenant, new Date(`${day}T00:00:00Z`))),
    );
    const commits = Promise.all(records.map((record) => repository.commit([record])));
    let moved = 0;
    for (let turn = 0; turn < 4; turn += 1) moved += await sweep();
    await commits;
    await Promise.all([repository.commit(records), sweep().then((count) => (moved += count))]);
    moved += await sweep();
    expect(moved).toBe(records.length);
    expect(await check()).toMatchObject({ ok: true, entries: Number(before.entries) + records.length });
    expect(await chargesLeft(service.dataSource)).toEqual([]);
  });
});

describe('the archive in a bucket', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
    await start({ ...ARCHIVE, OBJECT_STORE_URL: s3.objectStoreUrl('gateway') });
  });
  afterAll(async () => {
    await stop();
    await s3.stop();
  });

  it('is written, read through, proved, and brought back', async () => {
    await charge('2026-03-01', { usd: '0.5', attempts: 2 });
    const before = (await list()).body;
    expect(await sweep()).toBe(2);
    expect((await list()).body).toEqual(before);
    expect(await check()).toMatchObject({ ok: true, archived_entries: 2 });
    const bucket = new S3Client({ endpoint: s3.url, region: 'us-east-1', forcePathStyle: true });
    const name = await newestFile();
    const { Body } = await bucket.send(new GetObjectCommand({ Bucket: s3.bucket, Key: `gateway/${name}` }));
    const text = gunzipSync(Buffer.from(await Body!.transformToByteArray())).toString();
    expect(text.trimEnd().split('\n')).toHaveLength(3);
    await service.app.get(ObjectStore, { strict: false }).remove(name);
    expect((await check()).archive_faults).toEqual([{ file: name, fault: 'missing' }]);
    await service.app.get(ObjectStore, { strict: false }).write(name, one(gzipSync('{}')));
    expect((await check()).archive_faults).toEqual([{ file: name, fault: 'changed' }]);
    bucket.destroy();
  });
});

describe('without LEDGER_ARCHIVE', () => {
  beforeAll(() => start({}));
  afterAll(stop);

  it('nothing leaves', async () => {
    const id = await charge('2020-01-01');
    expect((await admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
    expect(await chargesLeft(service.dataSource)).toEqual([id]);
    expect(await filesInStore()).toEqual([]);
  });
});

describe('a database that sorts ids otherwise', () => {
  it('keeps its ledger whole', async () => {
    const database = await createTestDatabase({ icuLocale: 'cs' });
    service = await startTestApplication({ environment: ARCHIVE, database });
    tenant = await seedTenant(service.dataSource);
    const id = await charge('2020-01-01');
    expect(await sweep()).toBe(0);
    expect(await chargesLeft(service.dataSource)).toEqual([id]);
    await service.stop();
    await database.drop();
  });
});

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}
