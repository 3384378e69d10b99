import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import type { UsageReport, UsageRow } from '../../api/types.js';
import { usageQuery } from '../../api/usage.js';
import { sumAmounts } from '../../format/money.js';
import { browserZone } from '../../format/zones.js';
import { renderScreen, type Seed } from '../../testing/render-screen.js';
import UsageScreen from './index.js';

const FROM = '2026-11-27T00:00:00Z';
const TO = '2026-11-28T00:00:00Z';
const screen = <UsageScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />;
const keyOf = (group_by: string) =>
  usageQuery({ kind: 'project', id: 'prj_1' }, { group_by, tz: browserZone(), from: FROM, to: TO }).queryKey;
const draw = (group: string, ...seeds: readonly Seed[]) =>
  renderScreen(screen, { path: `/p/prj_1/usage?group_by=${group}&from=${FROM}&to=${TO}`, seeds });

const report = (data: readonly UsageRow[]): UsageReport => ({
  object: 'list',
  data,
  has_more: false,
  first_id: null,
  last_id: null,
  total: {
    requests: data.length,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: Number(sumAmounts(data.map(({ cost_usd }) => cost_usd))),
  },
});
const sums = { requests: 1, input_tokens: 2, output_tokens: 3 };
const byModel = report([
  { keys: ['2026-11-27T10:00:00Z', 'a'], ...sums, cost_usd: 0.1 },
  { keys: ['2026-11-27T11:00:00Z', '<b>b'], ...sums, cost_usd: 0.2 },
]);

describe('the screen of the usage', () => {
  it('says that it loads', () => {
    expect(draw('day')).toMatch(/Group by.*Loading/s);
  });

  it('says an error in the words of the API', () => {
    const error = new ApiError({ status: 400, code: 'x', message: '`from` must not be after `to`.' });
    expect(draw('model', [keyOf('hour,model'), error])).toMatch(/role="alert".*`from` must not be after/s);
  });

  it('says what fills an empty report, with a command', () => {
    expect(draw('model', [keyOf('hour,model'), report([])])).toMatch(
      /Nothing was used in this period.*curl https:\/\/gateway\.example/s,
    );
  });

  it('shows models with their sums, exactly the total, as text', () => {
    const html = draw('model', [keyOf('hour,model'), byModel]);
    expect(html).toContain('The rows (2) sum to $0.3: exactly the total.');
    expect(html).toContain('<table aria-label="Usage"');
    expect(html).not.toContain('<b>');
    expect(html.match(/Show as table/g)).toHaveLength(4);
    expect(html.match(/Download CSV/g)).toHaveLength(5);
  });

  it('shows keys by their names', () => {
    const byKey = report([
      { key: 'key_1', name: 'Bot', ...sums, cost_usd: 0.1 },
      { key: 'key_2', name: null, ...sums, cost_usd: 0.2 },
    ]);
    const html = draw('key', [keyOf('hour,model'), byModel], [keyOf('key'), byKey]);
    expect(html).toMatch(/key=key_2.*key=key_1/s);
    expect(html).toContain('Bot');
  });

  it('shows two groupings with a column of each, and charts of the pairs', () => {
    const byBoth = {
      ...report([
        { keys: ['key_1', 'a'], ...sums, cost_usd: 0.1 },
        { keys: ['key_1', '<b>b'], ...sums, cost_usd: 0.2 },
      ]),
      names: { key_1: 'Bot' },
    };
    const html = draw('key,model', [keyOf('hour,model'), byModel], [keyOf('key,model'), byBoth]);
    expect(html).toContain('The rows (2) sum to $0.3: exactly the total.');
    expect(html).toMatch(/Cost by key and model.*Bot · a/s);
    expect(html).toMatch(/<table aria-label="Usage".*Key.*Model.*Bot.*&lt;b>b/s);
    expect(html).not.toContain('<b>');
    expect(html).toMatch(/href="[^"]*key=key_1&amp;model=a/);
  });

  it('stacks what is chosen beside a time, from one report', () => {
    const byDay = {
      ...report([{ keys: ['2026-11-27T10:00:00Z', 'key_1'], ...sums, cost_usd: 0.1 }]),
      names: { key_1: 'Bot' },
    };
    const html = draw('hour,key', [keyOf('hour,key'), byDay]);
    expect(html).toMatch(/Cost over time by key.*Requests over time/s);
    expect(html).toContain('The rows (1) sum to $0.1: exactly the total.');
    expect(html).not.toContain('Loading');
  });

  it('of an organization are sums of all its projects, and leave the check to each', () => {
    const of = { kind: 'organization', id: 'org_1' } as const;
    const { queryKey } = usageQuery(of, { group_by: 'hour,model', tz: browserZone(), from: FROM, to: TO });
    const html = draw('model&of=organization', [queryKey, byModel]);
    expect(html).toMatch(/All projects of the organization are summed.*exactly the total/s);
    expect(html).not.toContain('Check against the ledger');
  });

  it('does not call it a difference that a call is in the row of each of its tags', () => {
    const byTag = report([
      { key: 'team:a', ...sums, cost_usd: 0.2 },
      { key: 'app:b', ...sums, cost_usd: 0.2 },
    ]);
    const html = draw(
      'tag',
      [keyOf('hour,model'), byModel],
      [keyOf('tag'), { ...byTag, total: byModel.total }],
    );
    expect(html).toContain('A call with several tags is in the row of each of them');
    expect(html).not.toContain('which is not the total');
    expect(html).toMatch(/href="[^"]*tag=team%3Aa/);
  });

  it('does not call it a difference when only digits beyond those of a number are lost', () => {
    const large = report([
      { keys: ['2026-11-27T10:00:00Z', 'a'], ...sums, cost_usd: 123_456.123456789 },
      { keys: ['2026-11-27T10:00:00Z', 'b'], ...sums, cost_usd: 654_321.000000000123 },
    ]);
    const rounded = { ...large, total: { ...large.total, cost_usd: 777_777.1234567892 } };
    expect(draw('model', [keyOf('hour,model'), rounded])).toContain(
      'digits that JSON’s numbers have no room for',
    );
  });

  it('says rows that are not the total', () => {
    const wrong = { ...byModel, total: { ...byModel.total, cost_usd: 0.4 } };
    expect(draw('model', [keyOf('hour,model'), wrong])).toContain('which is not the total');
  });

  it('draws of many rows those that can be seen', () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      key: `grp_${index}`,
      name: null,
      ...sums,
      cost_usd: 0.001,
    }));
    const html = draw('group', [keyOf('hour,model'), byModel], [keyOf('group'), report(rows)]);
    expect(html.match(/data-row=/g)!.length).toBeLessThan(100);
    expect(html).toContain('2988 more in the table');
  });
});
