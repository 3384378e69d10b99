import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { apiQuery } from '../../api/api-query.js';
import { batchesPath, batchPath, type Batch } from '../../api/batches.js';
import { pagesQuery } from '../../api/use-pages.js';
import { pagesOf, renderScreen, type Seed } from '../../testing/render-screen.js';
import { doneOf, isRunning } from './batch-progress.js';
import BatchesScreen from './index.js';

const batch = (index: number, changes: Partial<Batch> = {}): Batch => ({
  object: 'batch',
  id: `batch_${index}`,
  project_id: 'prj_1',
  key_id: 'key_1',
  status: 'in_progress',
  request_count: 30_000,
  succeeded_count: 12_000,
  errored_count: 5,
  estimate_usd: 0.0000042,
  created_at: '2026-11-29T12:00:00.000Z',
  providers: [
    {
      provider: 'provider_b',
      status: 'in_progress',
      request_count: 25_000,
      succeeded_count: 12_000,
      errored_count: 5,
      canceled_count: 0,
      expired_count: 0,
    },
    {
      provider: 'hosted',
      status: 'failed',
      request_count: 5_000,
      succeeded_count: 0,
      errored_count: 0,
      canceled_count: 0,
      expired_count: 0,
      error: { message: '<b>no room</b>', status: 429 },
    },
  ],
  ...changes,
});

const list = (rows: unknown): Seed => [pagesQuery<Batch>(batchesPath('prj_1')).queryKey, rows];
const draw = (seeds: readonly Seed[], rowId?: string): string =>
  renderScreen(<BatchesScreen projectId="prj_1" organizationId="org_1" rowId={rowId} />, {
    path: `/p/prj_1/batches${rowId === undefined ? '' : `/${rowId}`}`,
    seeds,
  });

describe('the screen of the batches', () => {
  it('says that it loads, what fills an empty list, and an error in the words of the API', () => {
    expect(draw([])).toContain('Loading');
    expect(draw([list(pagesOf([]))])).toMatch(/No batches.*\/api\/v1\/route\/batches/s);
    const failed = new ApiError({ status: 404, code: 'not_found', message: 'No such project.' });
    expect(draw([list(failed)])).toMatch(/role="alert".*No such project\./s);
  });

  it('shows how far each is, its estimate in plain decimals, and no bill before its end', () => {
    const html = draw([list(pagesOf([batch(1), batch(2, { status: 'ended', cost_usd: 1.5 })]))]);
    expect(html).toContain('<table aria-label="Batches"');
    expect(html).toMatch(/role="progressbar"[^>]*aria-valuemax="30000" aria-valuenow="12005"/);
    expect(html).toContain('$0.0000042');
    expect(html.match(/\$1\.5\b/g)).toHaveLength(1);
  });

  it('draws of many those that can be seen', () => {
    const html = draw([
      list(
        pagesOf(
          Array.from({ length: 5_000 }, (_, index) => batch(index)),
          true,
        ),
      ),
    ]);
    expect(html.match(/data-row=/g)!.length).toBeLessThan(100);
  });

  const open = (changes: Partial<Batch> = {}): string =>
    draw(
      [list(pagesOf([batch(1)])), [apiQuery(batchPath('batch_1')).queryKey, batch(1, changes)]],
      'batch_1',
    );

  it('shows of an open one each portion, with what its provider said as text', () => {
    const html = open();
    expect(html).toContain('Batch batch_1');
    expect(html).toMatch(
      /aria-label="Portion 1, Provider B"[^>]*aria-valuemax="25000" aria-valuenow="12005"/,
    );
    expect(html).toMatch(/aria-label="Portion 2, Hosted"/);
    expect(html).toMatch(/429:.*&lt;b>no room/s);
  });

  it.each<[Batch['status'], Partial<Batch>, string[]]>([
    ['in_progress', {}, ['Cancel']],
    ['canceling', {}, []],
    ['ended', { results_url: 'https://gateway.example/results', cost_usd: 1 }, ['Results']],
    ['failed', { error: { message: 'Refused.' } }, []],
  ])('offers for one that is %s what can be done', (status, changes, offered) => {
    const html = open({ status, ...changes });
    const buttons = [...html.matchAll(/<button[^>]*>(Cancel|Results)<\/button>/g)].map(([, name]) => name);
    expect(buttons).toEqual(offered);
  });
});

describe('how far a batch is', () => {
  it('counts whatever needs no more work', () => {
    const counts = { succeeded_count: 1, errored_count: 2, canceled_count: 3, expired_count: 4 };
    expect([doneOf(counts), doneOf({ succeeded_count: 1, errored_count: 2 })]).toEqual([10, 3]);
  });

  it.each([
    ['in_progress', true],
    ['canceling', true],
    ['ended', false],
    ['failed', false],
  ] as const)('%s is at work: %s', (status, is) => {
    expect(isRunning({ status })).toBe(is);
  });
});
