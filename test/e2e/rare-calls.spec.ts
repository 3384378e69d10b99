import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { foldEverything, insertCall, type CallFields } from './usage-support.js';

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-04-01T00:30:00Z');
const at = (hour: number, minutes = 0) => new Date(BEGIN + hour * HOUR + minutes * 60_000);

/** Of 240 calls of ten days, a few that are found by what few have. */
const RARE: Record<string, CallFields> = {
  first: { created_at: at(3), tier: 'group-record', key_id: 'key_rare' },
  second: { created_at: at(3, 1), tier: 'group-record', served_model: 'served', decided_model: 'rare' },
  third: { created_at: at(4), tier: 'group-record', group_id: 'grp_rare', requested_model: 'rare' },
  fourth: { created_at: at(100), tier: 'group-record', router_id: 'rtr_rare', status: 500 },
  batch: { created_at: at(101), tier: 'group-record', surface: 'batch', served_model: 'rare' },
  edge: { created_at: at(150, 29.99999), tier: 'group-record', served_model: 'rare' },
  fresh: { created_at: at(5), tier: 'group-record', served_model: 'rare', status: 429 },
};

let application: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
const names = new Map<string, string>();

const insert = async (name: string): Promise<void> => {
  names.set(await insertCall(application.dataSource, tenant, RARE[name]), name);
};

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
  tenant = await seedTenant(application.dataSource);
  for (let hour = 0; hour < 240; hour += 1)
    await insertCall(application.dataSource, tenant, {
      created_at: at(hour, 10),
      tier: 'strong',
      group_id: 'grp_all',
    });
  for (const name of Object.keys(RARE)) if (name !== 'fresh') await insert(name);
  await foldEverything(application);
  // In no sum yet, within an hour of which there is one.
  await insert('fresh');
});
afterAll(() => application.stop());

async function pages(query: string, limit: number): Promise<string[][]> {
  const seen: string[][] = [];
  let after = '';
  for (let more = true; more;) {
    const { status, body } = await operator.get(
      `/projects/${tenant.projectId}/calls?limit=${limit}&${query}${after}`,
    );
    expect(status).toBe(200);
    seen.push((body.data as { id: string }[]).map(({ id }) => names.get(id) ?? 'another'));
    more = body.has_more as boolean;
    after = `&after=${body.last_id}`;
  }
  return seen;
}

describe('rare calls', () => {
  const ALL = ['edge', 'batch', 'fourth', 'fresh', 'third', 'second', 'first'];

  it.each<[string, string[]]>([
    ['tier=group-record', ALL],
    ['tier=group-record&from=2026-04-01T04:00:00Z', ALL.slice(0, 5)],
    [
      'tier=group-record&from=2026-04-01T03:31:00Z&to=2026-04-05T04:30:00.001Z',
      ['fourth', 'fresh', 'third', 'second'],
    ],
    ['tier=group-record&to=2026-04-01T03:31:00Z', ['first']],
    ['tier=group-record&status=error', ['fourth', 'fresh']],
    ['model=rare', ['edge', 'batch', 'fresh', 'third', 'second']],
    ['model=rare&tier=group-record&status=ok', ['edge', 'batch', 'third', 'second']],
    ['model=rare&group=grp_rare', ['third']],
    ['model=served', ['second']],
    ['key=key_rare', ['first']],
    ['router=rtr_rare', ['fourth']],
    ['router=rtr_rare&model=served', []],
    ['key=key_nobody', []],
    ['model=nobody', []],
    ['group=none', ['edge', 'batch', 'fourth', 'fresh', 'second', 'first']],
  ])(
    'are found in the hours that have some, and among those that no sum holds: %s',
    async (query, expected) => {
      expect((await pages(query, 100)).flat()).toEqual(expected);
      expect((await pages(query, 2)).flat()).toEqual(expected);
    },
  );

  it('are paged back as they were paged away', async () => {
    const path = `/projects/${tenant.projectId}/calls?limit=2&tier=group-record`;
    const { body: all } = await operator.get(path.replace('limit=2', 'limit=100'));
    const ids = (all.data as { id: string }[]).map(({ id }) => id);
    const back: string[][] = [];
    let before = ids.at(-1);
    for (let more = true; more;) {
      const { body } = await operator.get(`${path}&before=${before}`);
      back.unshift((body.data as { id: string }[]).map(({ id }) => id));
      before = body.first_id as string;
      more = body.has_more as boolean;
    }
    expect(back.flat()).toEqual(ids.slice(0, -1));
  });

  it.each<[string, number, number]>([
    ['model=rare', 5, 1],
    ['model=rare&status=ok', 4, 0],
    ['model=rare&status=error', 1, 1],
    ['model=rare&from=2026-04-01T03:31:00Z&to=2026-04-01T05:30:00.001Z', 3, 1],
    ['model=m', 247, 2],
    ['model=rare&retry=cascade', 0, 0],
    ['model=rare&min_duration_ms=1000000', 0, 0],
    ['model=rare&tag=nobody', 0, 0],
    ['model=nobody', 0, 0],
  ])('are counted by hour like all: %s', async (query, calls, errors) => {
    const period = query.includes('from=') ? '' : '&from=2026-04-01&to=2026-04-20';
    const { body } = await operator.get(`/projects/${tenant.projectId}/calls/histogram?${query}${period}`);
    const sum = (name: 'calls' | 'errors') =>
      (body.data as { calls: number; errors: number }[]).reduce((total, hour) => total + hour[name], 0);
    expect([sum('calls'), sum('errors')]).toEqual([calls, errors]);
  });
});
