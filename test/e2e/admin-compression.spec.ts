import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { insertCall } from './usage-support.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

let application: TestApplication;
let tenant: Tenant;

beforeAll(async () => {
  application = await startTestApplication();
  tenant = await seedTenant(application.dataSource);
});
afterAll(() => application.stop());

async function get(path: string, encoding?: string) {
  const answer = await request(`${application.url}/api/v1/admin${path}`, {
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
    },
  });
  return { headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

const unpack = { gzip: gunzipSync, br: brotliDecompressSync };

describe('a list of the management API', () => {
  it.each(['gzip', 'br'] as const)('goes out as %s where that is asked for', async (coding) => {
    const plain = await get('/models');
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await get('/models', coding);
    expect(packed.headers).toMatchObject({
      'content-encoding': coding,
      vary: 'accept-encoding',
      'content-length': String(packed.bytes.length),
    });
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(unpack[coding](packed.bytes).equals(plain.bytes)).toBe(true);
  });

  it('is compressed where it counts by hour too', async () => {
    const begin = Date.parse('2026-03-01T00:30:00Z');
    for (let hour = 0; hour < 30; hour += 1)
      await insertCall(application.dataSource, tenant, { created_at: new Date(begin + hour * 3_600_000) });
    const path = `/projects/${tenant.projectId}/calls/histogram?from=2026-03-01&to=2026-03-03`;
    const packed = await get(path, 'br');
    expect(packed.headers['content-encoding']).toBe('br');
    expect(unpack.br(packed.bytes).equals((await get(path)).bytes)).toBe(true);
  });

  it('goes out as it is where it is refused, or short, or no list', async () => {
    for (const [path, encoding] of [
      ['/models', 'gzip;q=0'],
      [`/projects/${tenant.projectId}/keys`, 'gzip'],
      [`/projects/${tenant.projectId}`, 'gzip'],
      ['/nothing', 'gzip'],
    ] as const)
      expect((await get(path, encoding)).headers['content-encoding']).toBeUndefined();
  });

  it('is whole for each of many who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => get('/models', 'gzip')));
    const texts = answers.map(({ headers, bytes }) =>
      (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString(),
    );
    expect(new Set(texts).size).toBe(1);
    expect((await get('/models', 'gzip')).headers['content-encoding']).toBe('gzip');
  });

  it.each(['gzip', 'br'] as const)('is compressed as it is read as CSV: %s', async (coding) => {
    await application.dataSource.query(
      `INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference)
       SELECT $1, 'usage', -0.5, $2 || n FROM generate_series(1, 450) n`,
      [tenant.organizationId, `call_${coding}`],
    );
    const path = `/organizations/${tenant.organizationId}/ledger?format=csv`;
    const plain = await get(path);
    const packed = await get(path, coding);
    expect(packed.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept, accept-encoding' });
    expect(unpack[coding](packed.bytes).equals(plain.bytes)).toBe(true);
  });
});
