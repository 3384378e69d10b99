import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/lib/durations.js';
import { TraceSearch } from '../../src/traces/storage/postgres/trace-search.service.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { aSpan, nano, TracesClient, type JsonSpan } from './traces-client.js';

/** More than a list looks through first, in both halves. */
const HALF = 5_600;
const COUNT = 2 * HALF;
const SPANS_A_REQUEST = 700;
const HOURS = 20 * 24;

interface Sent {
  readonly id: string;
  readonly startMs: number;
  readonly name: string;
  readonly service: string;
}

let application: TestApplication;
let admin: AdminClient;
let tenant: Tenant;
/** Newest first. */
const sent: Sent[] = [];
const newestMs = Date.now() - HOUR_MS;

/** The newer half is of the service `now`, the older half was of `gone` and held the word `legacy`; nine of that a `needle`. */
function nameOf(index: number): string {
  const words = [index < HALF ? 'modern' : 'legacy', 'order', `step${index % 50}`];
  if (index > HALF && index % 600 === 7) words.push('needle');
  return words.join(' ');
}

beforeAll(async () => {
  application = await startTestApplication();
  admin = new AdminClient(application.url);
  const rateLimits = { traces: 'unlimited' };
  tenant = await seedTenant(application.dataSource, { rateLimits });
  const client = new TracesClient(application.url, tenant.apiKey);
  const neighbour = await seedTenant(application.dataSource, { rateLimits });
  const spans: JsonSpan[] = Array.from({ length: COUNT }, (_, index) => {
    const startMs = newestMs - Math.floor((index * HOURS * HOUR_MS) / COUNT);
    const span = aSpan({
      name: nameOf(index),
      startTimeUnixNano: nano(startMs),
      endTimeUnixNano: nano(startMs + 5),
      status: { code: index % 90 === 50 ? 2 : 0 },
    });
    sent.push({
      id: span.traceId,
      startMs,
      name: nameOf(index),
      service: index < HALF ? 'now' : 'gone',
    });
    return span;
  });
  for (const [service, part] of [
    ['now', spans.slice(0, HALF)],
    ['gone', spans.slice(HALF)],
  ] as const)
    for (let first = 0; first < part.length; first += SPANS_A_REQUEST)
      expect((await client.spans(part.slice(first, first + SPANS_A_REQUEST), service)).status).toBe(200);
  const foreign = [aSpan({ name: 'legacy order needle' })];
  await new TracesClient(application.url, neighbour.apiKey).spans(foreign, 'gone');
});
afterAll(() => application.stop());

async function page(query: string): Promise<{ ids: string[]; hasMore: boolean }> {
  const { status, body } = await admin.get(`/projects/${tenant.projectId}/traces${query}`);
  expect(status).toBe(200);
  const { data, has_more } = body as { data: { trace_id: string }[]; has_more: boolean };
  return { ids: data.map(({ trace_id }) => trace_id), hasMore: has_more };
}

const has =
  (word: string) =>
  ({ name }: Sent) =>
    name.split(' ').includes(word);
const isGone = ({ service }: Sent): boolean => service === 'gone';
const isError = (_: Sent, index: number): boolean => index % 90 === 50;
const tenDaysAgo = newestMs - 10 * 24 * HOUR_MS - HOUR_MS;
const twelveDaysAgo = newestMs - 12 * 24 * HOUR_MS;
const twoDays = `&from=${new Date(twelveDaysAgo).toISOString()}&to=${new Date(tenDaysAgo).toISOString()}`;
const isWithin = ({ startMs }: Sent): boolean => startMs >= twelveDaysAgo && startMs < tenDaysAgo;

describe.each([
  ['that looks as far as it does', {}],
  ['that looks less far', { newest: 100, recentWindows: 2, recent: 1_000, rare: 50 }],
])('a list over many traces %s', (_title, reach) => {
  let usual: object;
  beforeAll(() => {
    const search = application.app.get(TraceSearch);
    usual = { ...search.reach };
    Object.assign(search.reach, reach);
  });
  afterAll(() => Object.assign(application.app.get(TraceSearch).reach, usual));

  it.each<[string, string, (trace: Sent, index: number) => boolean]>([
    ['frequent now', '?service=now', (trace) => !isGone(trace)],
    ['in every trace', '?q=order', () => true],
    ['frequent once', '?service=gone', isGone],
    ['a word that was frequent once', '?q=legacy', has('legacy')],
    ['a frequent word of a service that was', '?service=gone&q=order', isGone],
    [
      'a word in some of a service that was',
      '?service=gone&q=step33',
      (trace) => isGone(trace) && has('step33')(trace),
    ],
    ['rare', '?q=needle', has('needle')],
    ['now and then', '?status=error', isError],
    [
      'now and then, of what was',
      '?status=error&service=gone',
      (trace, index) => isGone(trace) && isError(trace, index),
    ],
    ['not there', '?service=nobody', () => false],
    ['of neither half', '?service=now&q=legacy', () => false],
    ['frequent once, in two days', `?service=gone${twoDays}`, (trace) => isGone(trace) && isWithin(trace)],
    ['a word in two days', `?q=legacy${twoDays}`, (trace) => has('legacy')(trace) && isWithin(trace)],
    ['rare in two days', `?q=needle${twoDays}`, (trace) => has('needle')(trace) && isWithin(trace)],
  ])('is right for what is %s', async (_title, query, isWanted) => {
    const wanted = sent.filter(isWanted).map(({ id }) => id);
    const first = await page(`${query}&limit=40`);
    expect(first).toEqual({ ids: wanted.slice(0, 40), hasMore: wanted.length > 40 });
    if (!first.hasMore) return;
    const next = await page(`${query}&limit=40&after=${first.ids.at(-1)}`);
    expect(next).toEqual({ ids: wanted.slice(40, 80), hasMore: wanted.length > 80 });
    expect(await page(`${query}&limit=40&before=${wanted[40]}`)).toEqual({ ...first, hasMore: false });
    expect(await page(`${query}&limit=10&before=${wanted.at(-1)}`)).toEqual({
      ids: wanted.slice(-11, -1),
      hasMore: wanted.length > 11,
    });
  });

  it('goes page by page over the border between what is new and what was', async () => {
    const wanted = sent.filter(has('step7')).map(({ id }) => id);
    const seen: string[] = [];
    for (let after = ''; ;) {
      const { ids, hasMore } = await page(`?q=step7&limit=100${after}`);
      seen.push(...ids);
      if (!hasMore) break;
      after = `&after=${ids.at(-1)}`;
    }
    expect(seen).toEqual(
      sent.filter(({ name }) => name.split(' ').some((word) => word.startsWith('step7'))).map(({ id }) => id),
    );
    expect(seen).toHaveLength(wanted.length);
  });

  it.each(['x', 't', 'c', 'p', 'w'])(
    'finds nothing by the letter %s that no word begins with',
    async (letter) => {
      expect((await page(`?q=${letter}`)).ids).toEqual([]);
    },
  );
});
