import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageFoldRepository } from '../../src/billing/usage/folding/usage-fold.repository.js';
import { UsageReports } from '../../src/billing/usage/reading/usage-reports.service.js';
import { isDimension, USAGE_GROUPS, type UsageGroup } from '../../src/billing/usage/usage-dimensions.js';
import { printUsage } from '../../src/admin/usage/print-usage.js';
import { takeTurn } from '../../src/database/advisory-locks.js';
import { Clock } from '../../src/lib/clock.js';
import { atOnce } from '../../src/lib/steps.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import {
  expectExactCuts,
  makeCalls,
  PERIODS,
  randomFrom,
  writeCalls,
  ZONES,
  type CutQuestion,
  type MadeCall,
} from './usage-cuts-support.js';
import { eventually } from './stream-call.js';
import { foldWholly } from './usage-support.js';

const OTHERS = USAGE_GROUPS.filter((group) => isDimension(group) && group !== 'user' && group !== 'session');
/** Users and whatever has sums with them, both ways round, in every zone. */
const QUESTIONS: CutQuestion[] = OTHERS.flatMap((other, index) =>
  ZONES.map((zone, at) => {
    const groups: UsageGroup[] = (index + at) % 2 === 0 ? ['user', other] : [other, 'user'];
    return { groups, zone, period: PERIODS[(index + at) % PERIODS.length]! };
  }),
);
const MANY_QUESTIONS_MS = 300_000;

let service: TestApplication;
let replica: TestApplication;
let now = new Date();

beforeAll(async () => {
  service = await startTestApplication();
  replica = await startTestApplication({ database: service.database, provider: service.provider });
  for (const { app } of [service, replica]) vi.spyOn(app.get(Clock), 'now').mockImplementation(() => now);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await replica.stop();
  await service.stop();
});

const repositories = () => [service, replica].map(({ app }) => app.get(UsageFoldRepository));
const query = <Row>(sql: string, values: unknown[] = []) => service.dataSource.query<Row>(sql, values);

const fold = () =>
  foldWholly(service.dataSource, () => Promise.all(repositories().map((repository) => repository.fold())));

/** Steps by both processes in turn, beside what these do by themselves, until nothing is left to be done. */
const workOff = (
  step: (repository: UsageFoldRepository) => Promise<boolean>,
  isDone: () => Promise<boolean>,
): Promise<true> =>
  eventually(async () => {
    for (const repository of repositories()) while (await step(repository));
    return (await isDone()) || undefined;
  }, 'the end of what is done behind the calls');

const one = async (condition: string): Promise<boolean> => {
  const [row] = await query<{ holds: boolean }[]>(`SELECT ${condition} AS holds`);
  return row?.holds === true;
};

/** All that is sealed is listed, and all that is listed is made. */
const pack = () =>
  workOff(
    (repository) => repository.pack(),
    () =>
      one(`(SELECT (listed_to[4], listed_to[12]) = (p.sealed_to[4], p.sealed_to[3])
                  FROM usage_pack_progress JOIN usage_progress AS p USING (folded_to, backlog_behind))
            AND NOT EXISTS (SELECT FROM usage_packs WHERE content IS NULL)`),
  );

async function foldAndPack(): Promise<void> {
  await fold();
  await workOff(
    (repository) => repository.sealFurther(),
    () =>
      one(`(SELECT cardinality(g.sealed_to) = 5 AND g.sealed_to[4] > p.sealed_to[4] - interval '256 days'
              FROM usage_further_progress AS g JOIN usage_progress AS p USING (folded_to, backlog_behind))`),
  );
  await pack();
}

describe('usage of a project with many users', () => {
  const random = randomFrom(21);
  let tenant: Tenant;
  let calls: MadeCall[];

  const more = async (count: number): Promise<void> => {
    const made = makeCalls(count, tenant.projectId, random);
    await writeCalls(service.dataSource, made, tenant);
    calls.push(...made);
  };
  const expectExact = (every = 1) =>
    expectExactCuts(
      service.app.get(UsageReports),
      { calls, projectIds: [tenant.projectId] },
      QUESTIONS.filter((_, index) => index % every === 0),
    );
  const packs = async (): Promise<{ made: number; open: number; grains: number }> => {
    const [row] = await query<{ made: number; open: number; grains: number }[]>(
      `SELECT count(*) FILTER (WHERE rows > 0)::integer AS made, count(*) FILTER (WHERE content IS NULL)::integer AS open,
              count(DISTINCT grain) FILTER (WHERE rows > 0)::integer AS grains
         FROM usage_packs WHERE project = (SELECT id FROM usage_projects WHERE project_id = $1)`,
      [tenant.projectId],
    );
    return row!;
  };

  beforeEach(async () => {
    now = new Date('2026-11-20T00:00:00Z');
    calls = [];
    tenant = await seedTenant(service.dataSource);
    await more(120);
    await fold();
    // What says how many there are: one that is too high costs time alone.
    await query(
      'UPDATE usage_counts SET highest = 5000 WHERE dimension = 10 AND project = (SELECT id FROM usage_projects WHERE project_id = $1)',
      [tenant.projectId],
    );
    // The spans before were sealed already, when there were few users.
    await query(`UPDATE usage_pack_progress SET listed_to = '{}'`);
  });

  it(
    'is what the calls are, to the last decimal: before packs are made, with some of them, with all, with calls that come late',
    async () => {
      await expectExact(5);
      for (let step = 0; step < 40; step += 1) await repositories()[step % 2]!.pack();
      expect((await packs()).made).toBeGreaterThan(0);
      expect((await packs()).open).toBeGreaterThan(0);
      await expectExact(3);
      await foldAndPack();
      expect(await packs()).toMatchObject({ open: 0, grains: 8 });
      await more(10);
      await expectExact(3);
      await fold();
      expect((await packs()).open).toBeGreaterThan(0);
      await expectExact(2);
      await pack();
      expect(await packs()).toMatchObject({ open: 0 });
      await expectExact();
      now = new Date('2027-06-01T00:00:00Z');
      await more(10);
      await foldAndPack();
      await expectExact(2);
    },
    MANY_QUESTIONS_MS,
  );

  it(
    'is read from packs: neither sums nor facts that these are made of are looked at again',
    async () => {
      await foldAndPack();
      await query('UPDATE usage_sums SET billed_usd = billed_usd + 1 WHERE cut > 15');
      const whole = QUESTIONS.filter(({ period }) => period === PERIODS[1]).filter(({ groups }) =>
        groups.includes('tag'),
      );
      await query(
        `UPDATE usage_facts SET billed_usd = billed_usd + 1 WHERE date_bin('6 hours', starts_at, '1970-01-01T00:00:00Z')
            NOT IN (SELECT date_bin('6 hours', moment, '1970-01-01T00:00:00Z') FROM unnest($1::timestamptz[]) AS moment)`,
        [whole.flatMap(({ zone, period }) => period(zone).map((time) => new Date(time)))],
      );
      // Of users and tags no more than six hours at each end are read from facts, and these are as they were.
      await expectExactCuts(
        service.app.get(UsageReports),
        { calls, projectIds: [tenant.projectId] },
        whole.filter(({ zone }) => zone !== 'Australia/Lord_Howe' && zone !== 'UTC'),
      );
    },
    MANY_QUESTIONS_MS,
  );

  it(
    'is exact beside and after a version that knows no packs, which are forgotten and made anew',
    async () => {
      await foldAndPack();
      const made = await packs();
      // What that version does: calls are added up, packs are as they were. Here they are worse.
      await more(20);
      await fold();
      await service.dataSource.transaction(async (manager) => {
        await takeTurn(manager, 'usageFold');
        await manager.query('UPDATE usage_pack_progress SET folded_to = folded_to - 1');
        await manager.query(`UPDATE usage_packs SET rows = 0, content = ''`);
      });
      await expectExact(2);
      await more(5);
      await fold();
      await expectExact(3);
      await pack();
      expect(await packs()).toMatchObject({ open: 0, grains: made.grains });
      expect((await packs()).made).toBeGreaterThanOrEqual(made.made);
      await expectExact(2);
    },
    MANY_QUESTIONS_MS,
  );

  it(
    'is read from sums where numbers do not fit into a pack',
    async () => {
      await foldAndPack();
      const [call] = calls;
      const large: MadeCall = {
        ...call!,
        at: call!.at,
        billed: 10_000_000_000_000_000_000n,
        fields: {
          ...call!.fields,
          surface: 'chat',
          batch_id: undefined,
          requests: 1,
          billed_usd: '10000000',
        },
      };
      await writeCalls(service.dataSource, [large], tenant);
      calls.push(large);
      await foldAndPack();
      const [unfit] = await query<{ count: number }[]>(
        `SELECT count(*)::integer AS count FROM usage_packs WHERE rows IS NULL AND content = ''`,
      );
      expect(unfit!.count).toBeGreaterThan(0);
      await expectExact(2);
    },
    MANY_QUESTIONS_MS,
  );

  it(
    'tells the same from packs as from sums, to the letter: the dearest users, all others, and their order',
    async () => {
      await query(
        `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, served_model,
                            input_tokens, output_tokens, billed_usd, detail, end_user, tags)
         SELECT 'call_' || $3 || n, timestamptz '2026-05-01T10:00:00Z' + n * interval '40 seconds', $2, $3, $1, 'chat', false, 200, 'm', 'm-' || n % 3,
                n, 2, (n / 4) * 0.000000000001, '{}', CASE n % 10040 WHEN 0 THEN 'none' WHEN 1 THEN 'other' WHEN 2 THEN NULL ELSE 'Usér ' || n % 10040 END,
                CASE n % 3 WHEN 0 THEN ARRAY['a', 'B'] WHEN 1 THEN ARRAY['other'] END
           FROM generate_series(1, 10100) AS n`,
        [tenant.keyId, tenant.organizationId, tenant.projectId],
      );
      await foldAndPack();
      await query(`UPDATE usage_pack_progress SET listed_to = '{}'`);
      await pack();
      await writeCalls(service.dataSource, makeCalls(3, tenant.projectId, random), tenant);
      const tell = async (): Promise<string[]> => {
        const told: string[] = [];
        for (const [groupBy, thenBy] of [
          ['user', 'model'],
          ['model', 'user'],
          ['user', 'tag'],
          ['tag', 'user'],
        ] as const) {
          const [from, to] = [new Date('2026-03-01T17:00:00Z'), new Date('2026-05-06T01:30:00Z')];
          const question = { projectIds: [tenant.projectId], from, to, groupBy, thenBy };
          const report = await service.app.get(UsageReports).report(question, { rows: 100_000, facts: 1 });
          told.push(atOnce(printUsage({ ...report, names: undefined })));
        }
        return told;
      };
      const fromPacks = await tell();
      await query('UPDATE usage_pack_progress SET folded_to = folded_to - 1');
      expect(fromPacks).toEqual(await tell());
      const [users] = fromPacks.map((text) => (JSON.parse(text) as { data: { keys: string[] }[] }).data);
      expect(new Set(users!.map(({ keys: [user] }) => user)).size).toBe(10_001);
    },
    MANY_QUESTIONS_MS,
  );
});
