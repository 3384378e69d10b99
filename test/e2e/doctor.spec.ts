import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkDatabase } from '../../src/server/doctor/check-database.js';
import { NUMBERED } from '../../src/server/doctor/check-sequences.js';
import type { SealingKeys } from '../../src/lib/secret-box.js';
import type { Finding } from '../../src/server/doctor/finding.js';
import { checkGateway } from '../../src/server/doctor/check-gateway.js';
import { checkObjects } from '../../src/server/doctor/check-objects.js';
import { checkProviders } from '../../src/server/doctor/check-providers.js';
import { checkRedis } from '../../src/server/doctor/check-redis.js';
import { readSettings } from '../../src/config/read-settings.js';
import { htmlAnswer, jsonAnswer } from '../support/recordings/script.js';
import { startS3Server, type S3Server } from '../support/s3-server.js';
import { seedTenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { createTestDatabase } from '../support/test-database.js';
import { AdminClient } from './admin-client.js';
import { buildGateway, temporaryDirectory } from './process-gateway.js';
import { MODEL_B, ResponsesClient } from './responses-client.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const SECRETS_KEY = randomBytes(32);
/** `AuthenticationSASL` with one mechanism. */
const ASKS_FOR_SCRAM = Buffer.from('R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'latin1');
const GOES_ON_WITH_SCRAM = Buffer.from('R\0\0\0\x0b\0\0\0\x0br=a', 'latin1');

let service: TestApplication;
/** The database of tests may not wait for its disk, which the doctor must not pass over. */
let ofDatabase: 'ok' | 'fault';
let s3: S3Server;
let directory: ReturnType<typeof temporaryDirectory>;

beforeAll(async () => {
  buildGateway();
  s3 = await startS3Server();
  directory = temporaryDirectory();
  service = await startTestApplication({ secretsKey: SECRETS_KEY });
  const [{ fsync }] = await service.dataSource.query<[{ fsync: string }]>('SHOW fsync');
  ofDatabase = fsync === 'on' ? 'ok' : 'fault';
});
afterAll(async () => {
  await service.stop();
  await s3.stop();
  directory.remove();
});

interface Examined {
  readonly code: number;
  readonly text: string;
  /** What libraries say besides. */
  readonly noise: string;
}

function doctor(environment: Record<string, string>, ...options: string[]): Promise<Examined> {
  return ran('doctor', environment, ...options);
}

async function ran(
  program: string,
  environment: Record<string, string>,
  ...options: string[]
): Promise<Examined> {
  const { PATH = '' } = process.env;
  const done = run(process.execPath, [path.join(ROOT, `dist/${program}.main.js`), ...options], {
    cwd: directory.path,
    env: { PATH, DATA_DIR: path.join(directory.path, 'data'), ...environment },
  });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout, noise: stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, text: stdout, noise: stderr };
    },
  );
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const inOrder = (): Record<string, string> => ({
  DATABASE_URL: service.database.url,
  ADMIN_TOKEN,
  SECRETS_KEY: SECRETS_KEY.toString('base64'),
  OBJECT_STORE_URL: s3.objectStoreUrl('doctor'),
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  PROVIDER_B_BASE_URL: `${service.provider.url}/b/v1`,
  PROVIDER_B_API_KEYS: 'main=key-of-provider-b-1,backup=key-of-provider-b-2',
  PUBLIC_BASE_URL: service.url,
});

describe('npm run doctor', () => {
  it('finds nothing wrong with a deployment that is in order, asks each key once, and leaves nothing', async () => {
    service.provider.reset();
    const { code, text } = await doctor(inOrder(), '--json');
    const { ok, findings } = JSON.parse(text) as {
      ok: boolean;
      findings: { check: string; state: string }[];
    };
    const faults = findings.filter(({ state }) => state === 'fault').map(({ check }) => check);
    expect(faults).toEqual(ofDatabase === 'ok' ? [] : ['database']);
    expect([ok, code]).toEqual(ofDatabase === 'ok' ? [true, 0] : [false, 1]);
    const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]));
    expect(states).toMatchObject({
      settings: 'ok',
      database: ofDatabase,
      schema: 'ok',
      'database clock': 'ok',
      'secrets key': 'ok',
      'kept contents': 'ok',
      objects: 'ok',
      'provider provider_b/main': 'ok',
      'provider provider_b/backup': 'ok',
      gateway: 'ok',
      ready: 'ok',
      version: 'ok',
    });
    expect(service.provider.requests.map(({ method, path: asked }) => [method, asked])).toEqual([
      ['GET', '/b/v1/models'],
      ['GET', '/b/v1/models'],
    ]);
  });

  it('names each thing that is broken with a way out and no secret, and ends with 1', async () => {
    const { code, text, noise } = await doctor({
      DATABASE_URL: 'postgres://gateway:pass-word@127.0.0.1:1/gateway',
      REDIS_URL: 'redis://:redis-word@127.0.0.1:1',
      ADMIN_TOKEN: 'token-of-the-operator',
      SECRETS_KEY: SECRETS_KEY.toString('base64'),
      OBJECT_STORE_URL: 's3://no-such-bucket?endpoint=http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'secret-of-s3',
      PROVIDER_A_API_KEY: 'key-of-provider-a',
      PROVIDER_A_BASE_URL: 'http://127.0.0.1:1',
      PUBLIC_BASE_URL: 'http://127.0.0.1:1',
    });
    expect(code).toBe(1);
    for (const check of ['database', 'redis', 'objects', 'provider provider_a/default', 'gateway'])
      expect(text).toMatch(new RegExp(`^FAULT    ${check}: .+\n +→ .+$`, 'm'));
    expect(text).toMatch(/^5 faults/m);
    for (const secret of ['pass-word', 'redis-word', 'token-of', 'secret-of-s3', 'key-of-provider-a'])
      expect(text + noise).not.toContain(secret);
  });

  it('lists what is wrong with settings before anything else, and says so by its exit code', async () => {
    const { code, text } = await doctor({ PORT: 'eighty', SECRETS_KEY: 'c2hvcnQ=' });
    expect(code).toBe(1);
    expect(text).toMatch(/^FAULT {4}settings: PORT: got "eighty"/m);
    expect(text).toMatch(/^FAULT {4}settings: SECRETS_KEY: got a value that decodes to 5 bytes/m);
    expect(text).not.toContain('c2hvcnQ=');
  });

  it('takes the AWS variables too from the `.env` that it takes the bucket from', async () => {
    const file = path.join(directory.path, '.env');
    writeFileSync(
      file,
      [
        `OBJECT_STORE_URL=${s3.objectStoreUrl('of-env')}`,
        'AWS_ACCESS_KEY_ID=S3RVER',
        'AWS_SECRET_ACCESS_KEY=S3RVER',
      ].join('\n'),
    );
    const { text } = await doctor({ PUBLIC_BASE_URL: service.url });
    rmSync(file);
    expect(text).toMatch(/^ok {7}objects: /m);
  });

  it('finds what else there is where a generated secret cannot be read', async () => {
    const dataDir = path.join(directory.path, 'broken');
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'admin-token'), 'short', { mode: 0o600 });
    writeFileSync(path.join(dataDir, 'secrets-key'), SECRETS_KEY.toString('base64'), { mode: 0o600 });
    const { code, text } = await doctor({ DATA_DIR: dataDir, PUBLIC_BASE_URL: service.url });
    expect(code).toBe(1);
    expect(text).toMatch(/^FAULT {4}secrets: DATA_DIR: ".*admin-token" holds no token/m);
    expect(text).toMatch(/^ok {7}gateway: /m);
  });

  it.each(['doctor', 'migrate'])(
    'ends where a database asks for a password that is not there, and waits on: %s',
    async (program) => {
      const asking = createSocketServer((socket) => {
        const answers = [ASKS_FOR_SCRAM, GOES_ON_WITH_SCRAM];
        socket.on('data', () => socket.write(answers.shift() ?? ''));
      });
      const port = await listening(asking);
      const { code, text, noise } = await ran(program, {
        DATABASE_URL: `postgres://gateway@127.0.0.1:${port}/gateway`,
        PUBLIC_BASE_URL: service.url,
      });
      asking.close();
      expect([code, text + noise]).toEqual([1, expect.stringMatching(/DATABASE_URL: no connection/)]);
    },
  );

  it('finds what else there is where the password has a % of its own', async () => {
    const url = new URL(service.database.url);
    url.password = 'hunter%zz';
    const { text, noise } = await doctor({ DATABASE_URL: url.href, PUBLIC_BASE_URL: service.url });
    expect(text).toMatch(/^FAULT {4}database: DATABASE_URL: no connection/m);
    expect(text).toMatch(/^ok {7}gateway: /m);
    expect(text + noise).not.toContain('hunter');
  });

  it('leaves no directory behind that was not there, for another account may run it', async () => {
    const dataDir = path.join(directory.path, 'not-yet', 'data');
    const { text } = await doctor({ DATA_DIR: dataDir, PUBLIC_BASE_URL: service.url });
    expect(text).toMatch(/^ok {7}directories: /m);
    expect(text).toMatch(/^ok {7}objects: /m);
    expect(existsSync(path.dirname(dataDir))).toBe(false);
    // What is there stays, also when it is empty.
    mkdirSync(path.join(dataDir, 'objects'), { recursive: true });
    await doctor({ DATA_DIR: dataDir, PUBLIC_BASE_URL: service.url });
    expect(readdirSync(dataDir)).toEqual(['objects']);
    expect(readdirSync(path.join(dataDir, 'objects'))).toEqual([]);
  });

  it('sees generated secrets that others may read', async () => {
    const dataDir = path.join(directory.path, 'open');
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'secrets-key'), SECRETS_KEY.toString('base64'));
    chmodSync(path.join(dataDir, 'secrets-key'), 0o644);
    const { text } = await doctor({ DATA_DIR: dataDir, PUBLIC_BASE_URL: service.url });
    expect(text).toMatch(/^WARNING {2}file secrets-key: .*readable by others \(644\)\n +→ chmod 600/m);
  });
});

describe('the doctor and a database', () => {
  const statesOf = async (url: string, key: Buffer): Promise<Record<string, string>> =>
    Object.fromEntries((await checkDatabase(url, key)).map(({ check, state }) => [check, state]));

  const onServer = async (statement: string): Promise<void> => {
    const server = new pg.Client({ connectionString: inject('postgresUrl') });
    await server.connect();
    await server.query(statement);
    await server.end();
  };

  it('tells an empty one from one that is migrated', async () => {
    const name = `empty_${randomBytes(4).toString('hex')}`;
    await onServer(`CREATE DATABASE ${name}`);
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${name}`;
    expect(await statesOf(url.href, SECRETS_KEY)).toMatchObject({
      database: ofDatabase,
      schema: 'warning',
    });
    await onServer(`DROP DATABASE ${name}`);
  });

  it('sees secrets that the key does not open', async () => {
    const tenant = await seedTenant(service.dataSource);
    await new AdminClient(service.url).get(`/projects/${tenant.projectId}/callback-secret`);
    expect(await statesOf(service.database.url, SECRETS_KEY)).toMatchObject({ 'secrets key': 'ok' });
    const [found] = (await checkDatabase(service.database.url, randomBytes(32))).filter(
      ({ check }) => check === 'secrets key',
    );
    expect(found).toMatchObject({
      state: 'fault',
      said: expect.stringMatching(/^1 of 1 stored secrets/) as string,
    });
    const both = await checkDatabase(service.database.url, [randomBytes(32), SECRETS_KEY]);
    expect(both.find(({ check }) => check === 'secrets key')?.state).toBe('warning');
  });

  it('sees contents of calls and kept responses that no key opens, by a sample of each day', async () => {
    const tenant = await seedTenant(service.dataSource);
    await new AdminClient(service.url).patch(`/projects/${tenant.projectId}`, {
      call_content: { enabled: true },
    });
    const { callId } = await new ResponsesClient(service.url, tenant.apiKey).ask(MODEL_B);
    await new AdminClient(service.url).get(`/calls/${callId}/content`);
    const found = async (keys: SealingKeys): Promise<Finding | undefined> =>
      (await checkDatabase(service.database.url, keys)).find(({ check }) => check === 'kept contents');
    expect(await found(SECRETS_KEY)).toMatchObject({
      state: 'ok',
      said: expect.stringMatching(/^SECRETS_KEY opens all 2 contents/) as string,
    });
    expect(await found(randomBytes(32))).toMatchObject({
      state: 'fault',
      said: expect.stringMatching(/^2 of 2 contents/) as string,
      wayOut: expect.stringContaining('SECRETS_KEY_OLD') as string,
    });
    expect(await found([randomBytes(32), SECRETS_KEY])).toMatchObject({
      state: 'ok',
      said: expect.stringMatching(/^2 of 2 .*SECRETS_KEY_OLD alone/) as string,
    });
    // Rows of others are sealed for others, so that no key opens these.
    await service.dataSource.query(
      `INSERT INTO call_contents SELECT project_id, 'call_' || n, expires_on, expires_at, created_at, request, response,
              request_bytes, response_bytes, request_cut, response_cut FROM call_contents, generate_series(1, 1000) n`,
    );
    expect(await found(SECRETS_KEY)).toMatchObject({
      state: 'fault',
      said: expect.stringMatching(/^3 of 5 contents/) as string,
    });
    await service.dataSource.query('DELETE FROM call_contents');
  });

  it('sees sequences that a copy left behind, and says how they are set', async () => {
    const found = async (): Promise<unknown> =>
      (await checkDatabase(service.database.url, SECRETS_KEY)).find(({ check }) => check === 'sequences');
    await seedTenant(service.dataSource);
    expect(await found()).toMatchObject({ state: 'ok' });
    const restart = (table: string, column: string): Promise<unknown> =>
      service.dataSource.query(`ALTER TABLE ${table} ALTER COLUMN ${column} RESTART`);
    await service.dataSource.query('INSERT INTO ledger_archive_files DEFAULT VALUES');
    await restart('ledger_entries', 'sequence');
    await restart('ledger_archive_files', 'number');
    const { wayOut = '', ...fault } = (await found()) as Finding;
    expect(fault).toMatchObject({ state: 'fault', said: expect.stringMatching(/^2 of \d/) as string });
    for (const [statement] of wayOut.matchAll(/SELECT setval\([^;]*;/g))
      await service.dataSource.query(statement);
    expect(await found()).toMatchObject({ state: 'ok' });
    await seedTenant(service.dataSource);
  });

  it('looks at all sequences that there are', async () => {
    const rows = await service.dataSource.query<{ table: string; column: string }[]>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND (is_identity = 'YES' OR column_default LIKE 'nextval(%') AND table_name <> 'migrations'`,
    );
    const known = NUMBERED.map(({ table, column }) => ({ table, column }));
    expect(known).toHaveLength(rows.length);
    expect(known).toEqual(expect.arrayContaining(rows));
  });

  it('sees a database that takes no changes', async () => {
    const database = await createTestDatabase();
    const { pathname } = new URL(database.url);
    await onServer(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`);
    const [found] = await checkDatabase(database.url, SECRETS_KEY);
    expect(found).toMatchObject({
      state: 'fault',
      said: expect.stringMatching(/takes no changes/) as string,
    });
    await database.drop();
  });

  it('waits for no lock, says that there is one, and keeps what it found before', async () => {
    const database = await createTestDatabase();
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE migrations');
    const found = await checkDatabase(database.url, SECRETS_KEY, { lockedWithinMs: 20 });
    expect(found.map(({ check }) => check)).toEqual([
      'database',
      'database connections',
      'database clock',
      'database',
    ]);
    expect(found.at(-1)).toMatchObject({
      state: 'fault',
      said: expect.stringMatching(/not answered in time/) as string,
      wayOut: expect.stringContaining('pg_blocking_pids') as string,
    });
    await other.end();
    await database.drop();
  });

  it('sees an account that may read and write the tables and owns none, so that it can make no partitions', async () => {
    const database = await createTestDatabase();
    const name = `writer_${randomBytes(4).toString('hex')}`;
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(
      `CREATE ROLE ${name} LOGIN PASSWORD 'nothing'; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name};
       GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${name}`,
    );
    const url = new URL(database.url);
    [url.username, url.password] = [name, 'nothing'];
    const states = await statesOf(url.href, SECRETS_KEY);
    expect(states).toMatchObject({ 'database rights': 'fault', 'secrets key': 'ok' });
    expect(await statesOf(database.url, SECRETS_KEY)).toMatchObject({ 'database rights': 'ok' });
    await owner.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
    await owner.end();
    await database.drop();
  });

  it('sees an account without rights', async () => {
    const database = await createTestDatabase();
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    const name = `nobody_${randomBytes(4).toString('hex')}`;
    await owner.query(`CREATE ROLE ${name} LOGIN PASSWORD 'nothing'`);
    const url = new URL(database.url);
    [url.username, url.password] = [name, 'nothing'];
    const [last] = (await checkDatabase(url.href, SECRETS_KEY)).slice(-1);
    expect(last).toMatchObject({
      check: 'database',
      state: 'fault',
      said: expect.stringMatching(/permission/) as string,
    });
    await owner.query(`DROP ROLE ${name}`);
    await owner.end();
    await database.drop();
  });
});

describe('the doctor and what stands around', () => {
  it.each([
    [401, 'fault'],
    [429, 'warning'],
  ])('finds a provider that answers %i a %s', async (status, state) => {
    service.provider.enqueue(jsonAnswer({ error: { message: 'key-of-provider-b' } }, { status }));
    const settings = readSettings({
      PROVIDER_B_BASE_URL: `${service.provider.url}/b/v1`,
      PROVIDER_B_API_KEY: 'key-of-provider-b',
    });
    const [found] = await checkProviders(settings);
    expect(found).toMatchObject({ check: 'provider provider_b/default', state });
    expect(JSON.stringify(found)).not.toContain('key-of');
  });

  it('takes no page of another server for an answer of a provider', async () => {
    service.provider.enqueue(htmlAnswer('<html>Welcome</html>', 200));
    const settings = readSettings({
      PROVIDER_B_BASE_URL: `${service.provider.url}/b/v1`,
      PROVIDER_B_API_KEY: 'k-1',
    });
    const [found] = await checkProviders(settings);
    expect(found).toMatchObject({
      state: 'warning',
      said: expect.stringMatching(/no JSON.*not checked/) as string,
    });
  });

  it('finds that this machine has another time than a provider', async () => {
    const settings = readSettings({
      PROVIDER_B_BASE_URL: `${service.provider.url}/b/v1`,
      PROVIDER_B_API_KEY: 'k-1',
    });
    const found = await checkProviders(settings, () => Date.now() - 90_000);
    expect(found.map(({ check, state }) => [check, state])).toEqual([
      ['provider provider_b/default', 'ok'],
      ['clock', 'fault'],
    ]);
  });

  it('finds a bucket that is not there, and a directory that is none', async () => {
    const bucket = readSettings({ OBJECT_STORE_URL: `s3://no-such-bucket?endpoint=${s3.url}` }).objectStore;
    expect(await checkObjects(bucket)).toMatchObject({ check: 'objects', state: 'fault' });
    expect(
      await checkObjects({ kind: 'disk', directory: path.join(import.meta.filename, 'below') }),
    ).toMatchObject({
      state: 'fault',
    });
  });

  const HEALTHY = '{"status":"ok"}';
  it.each<[string, RequestListener, string, RegExp]>([
    ['a page at the status', (_ask, answer) => answer.end('<html>'), 'status', /200 with something/],
    ['JSON of others at the status', (_ask, answer) => answer.end(HEALTHY), 'status', /200 with something/],
    [
      'half an answer at the status',
      (_ask, answer) => answer.end('{"version":'),
      'status',
      /200 with something/,
    ],
    ['a closed connection', (_ask, answer) => answer.destroy(), 'status', /no answer to this/],
    [
      'a proxy that finds nobody',
      (_ask, answer) => answer.writeHead(503).end('{"error":{"message":"nobody"}}'),
      'status',
      /how it stands \(503\): nobody/,
    ],
  ])('says what it finds behind %s, and that it is there', async (_what, atStatus, check, said) => {
    const server = createServer((ask, answer) => {
      answer.setHeader('content-type', 'application/json');
      if (ask.url?.startsWith('/api') === true) atStatus(ask, answer);
      else answer.end(HEALTHY);
    });
    const url = `http://127.0.0.1:${await listening(server)}`;
    const found = await checkGateway({ url, adminToken: ADMIN_TOKEN, version: '1.0.0' });
    server.close();
    expect(found.map(({ state }) => state)).toEqual(['ok', 'ok', 'fault']);
    expect(found.at(-1)).toMatchObject({ check, said: expect.stringMatching(said) as string });
  });

  const redis = process.env['REDIS_TEST_URL'];
  it.skipIf(redis === undefined)('finds a Redis that answers in order', async () => {
    expect(await checkRedis(redis ?? '')).toMatchObject({ check: 'redis', state: 'ok' });
  });

  it.skipIf(redis === undefined)('finds a Redis without the database that it is told', async () => {
    expect(await checkRedis(`${redis ?? ''}/99`)).toMatchObject({
      state: 'fault',
      said: expect.stringMatching(/out of range/) as string,
    });
  });

  it.skipIf(redis === undefined)('finds that the account of Redis may run no scripts', async () => {
    const { Redis } = await import('ioredis');
    const operator = new Redis(redis ?? '');
    const name = `writer-${randomBytes(4).toString('hex')}`;
    await operator.call('ACL', 'SETUSER', name, 'on', '>word', '~*', '+@all', '-@scripting');
    const url = new URL(redis ?? '');
    [url.username, url.password] = [name, 'word'];
    const found = await checkRedis(url.href);
    await operator.call('ACL', 'DELUSER', name);
    operator.disconnect();
    expect(found).toMatchObject({ state: 'fault', said: expect.stringMatching(/eval/) as string });
  });
});
