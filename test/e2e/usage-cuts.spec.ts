import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageFoldRepository } from '../../src/billing/usage/folding/usage-fold.repository.js';
import { UsageReports } from '../../src/billing/usage/reading/usage-reports.service.js';
import { isTime, USAGE_GROUPS, type UsageGroup } from '../../src/billing/usage/usage-dimensions.js';
import { Clock } from '../../src/lib/clock.js';
import { KeepUsageFacts1796000650000 } from '../../src/database/migrations/1796000650000-keep-usage-facts.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import {
  expectExactCuts,
  makeCalls,
  PERIODS,
  randomFrom,
  sumOf,
  toSums,
  writeCalls,
  ZONES,
  type MadeCall,
} from './usage-cuts-support.js';
import { foldWholly } from './usage-support.js';

const PAIRS: UsageGroup[][] = USAGE_GROUPS.flatMap((first, index) => [
  [first],
  ...USAGE_GROUPS.slice(index + 1).map((second) => (index % 2 === 0 ? [first, second] : [second, first])),
]);
/** What a time is in is asked of every zone, the rest of one. */
const QUESTIONS = PAIRS.flatMap((groups, index) =>
  (groups.some(isTime) ? ZONES : [ZONES[index % ZONES.length]!]).map((zone) => ({ groups, zone })),
).map((question, index) => ({ ...question, period: PERIODS[index % PERIODS.length]! }));
/** Hundreds of reports. */
const MANY_QUESTIONS_MS = 400_000;

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

const foldBoth = () => Promise.all([service, replica].map(({ app }) => app.get(UsageFoldRepository).fold()));

/** Every span of further grains that is over, by both processes in turn. */
async function sealFurther(): Promise<void> {
  let isMore = true;
  for (let step = 0; isMore; step += 1)
    isMore = await (step % 2 === 0 ? service : replica).app.get(UsageFoldRepository).sealFurther();
}

const foldAll = () => foldWholly(service.dataSource, foldBoth);

const write = (calls: readonly MadeCall[], tenant: Tenant) => writeCalls(service.dataSource, calls, tenant);

/** Every cut, its zones and periods in turn, against what the calls are. */
const expectExact = (calls: readonly MadeCall[], projectIds: readonly string[], every = 1) =>
  expectExactCuts(
    service.app.get(UsageReports),
    { calls, projectIds },
    QUESTIONS.filter((_, index) => index % every === 0),
  );

describe('every cut of usage, in every zone', () => {
  let tenant: Tenant;
  const random = randomFrom(19);

  beforeAll(async () => {
    tenant = await seedTenant(service.dataSource);
    await service.dataSource.query(
      `UPDATE usage_progress SET sealed_to = ARRAY(SELECT date_bin(length, '2026-01-01T00:00:00Z', '1970-01-01T00:00:00Z')
         FROM unnest(ARRAY['15 minutes', '1 hour', '6 hours', '1 day', '8 days', '32 days']::interval[]) WITH ORDINALITY AS g (length, n)
        ORDER BY n)`,
    );
  });

  it(
    'is what the calls are, to the last decimal: not folded, folded, sealed, with calls that come late, at any moment',
    async () => {
      const calls: MadeCall[] = [];
      const more = async (count: number): Promise<void> => {
        const made = makeCalls(count, tenant.projectId, random);
        await write(made, tenant);
        calls.push(...made);
      };
      now = new Date('2026-01-01T00:00:00Z');
      await more(120);
      await expectExact(calls, [tenant.projectId], 5);
      await foldAll();
      await expectExact(calls, [tenant.projectId], 11);
      await sealFurther();
      now = new Date('2026-03-30T02:20:00Z');
      await more(40);
      await foldAll();
      await expectExact(calls, [tenant.projectId], 13);
      now = new Date('2026-10-04T00:00:00Z');
      await more(40);
      await foldAll();
      // Half of the way: what is sealed of further grains is read, and late calls are added to it.
      for (let step = 0; step < 3; step += 1) await service.app.get(UsageFoldRepository).sealFurther();
      await more(20);
      await expectExact(calls, [tenant.projectId], 13);
      now = new Date('2027-02-01T00:00:00Z');
      await foldAll();
      await sealFurther();
      await more(40);
      await foldAll();
      await expectExact(calls, [tenant.projectId], 2);
      // A version that does not keep further grains added calls up in between: theirs are in no report, and then made anew.
      await service.dataSource.query('UPDATE usage_further_progress SET folded_to = folded_to - 1');
      const changed = 'UPDATE usage_sums SET billed_usd = billed_usd + 1 WHERE grain > 5 RETURNING grain';
      const [further] = await service.dataSource.query<[{ grain: number }[]]>(changed);
      expect(new Set(further.map(({ grain }) => grain)).size).toBe(5);
      await expectExact(calls, [tenant.projectId], 11);
      await foldAll();
      await sealFurther();
      await expectExact(calls, [tenant.projectId], 3);
      // Days of a zone come from sums alone: what facts say is not looked at.
      await service.dataSource.query('UPDATE usage_facts SET billed_usd = 0');
      const [from, to] = [new Date('2026-01-01'), new Date('2026-12-31')];
      const rows = await service.app.get(UsageReports).usage({
        projectIds: [tenant.projectId],
        from,
        to,
        groupBy: 'day',
        thenBy: 'model',
        zone: 'Pacific/Chatham',
      });
      expect(rows.map(toSums).reduce((sum, { billed }) => sum + billed, 0n)).toBe(sumOf(calls).billed);
    },
    MANY_QUESTIONS_MS,
  );
});

describe('usage of a database that was there before', () => {
  const random = randomFrom(7);
  let tenants: Tenant[];
  let calls: MadeCall[];

  beforeEach(async () => {
    now = new Date('2026-10-04T00:00:00Z');
    const first = await seedTenant(service.dataSource);
    tenants = [first];
    calls = makeCalls(60, first.projectId, random);
    await write(calls, first);
    const runner = service.dataSource.createQueryRunner();
    const migration = new KeepUsageFacts1796000650000();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
  });

  it(
    'is exact while its calls are added up in steps by two processes, and afterwards',
    async () => {
      const { projectId } = tenants[0]!;
      await expectExact(calls, [projectId], 13);
      const newer = makeCalls(10, projectId, random);
      await write(newer, tenants[0]!);
      calls.push(...newer);
      await foldBoth();
      await Promise.all([service, replica].map(({ app }) => app.get(UsageFoldRepository).foldBacklog(7)));
      await expectExact(calls, [projectId], 13);
      let isMore = true;
      for (let step = 0; isMore; step += 1)
        isMore = await (step % 2 === 0 ? service : replica).app.get(UsageFoldRepository).foldBacklog(40);
      await foldAll();
      await expectExact(calls, [projectId], 7);
      const check = await new AdminClient(service.url).get(
        `/projects/${projectId}/usage/check?from=2026-01-01&to=2027-01-01&tz=Asia/Kathmandu`,
      );
      expect(check.body).toMatchObject({ ok: true, entries: calls.length, difference_usd: 0 });
      expect(check.body.cuts.map((cut: { group_by: string }) => cut.group_by)).toEqual(
        USAGE_GROUPS.filter((group) => group !== 'tag'),
      );
    },
    MANY_QUESTIONS_MS,
  );
});
