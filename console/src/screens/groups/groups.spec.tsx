import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { groupsQuery } from '../../api/groups.js';
import { modelsQuery } from '../../api/models.js';
import { projectsQuery } from '../../api/organizations.js';
import { recommendationsPath } from '../../api/recommendations.js';
import type { Recommendation, TaskGroup } from '../../api/types.js';
import { renderScreen, type Seed } from '../../testing/render-screen.js';
import TaskGroupsScreen from './index.js';

const { queryKey } = groupsQuery('prj_1');
const list = (data: readonly unknown[]) => ({ data, has_more: false, last_id: null });

const record = (model: string, rate: number, judged: number) => ({
  model,
  judged,
  succeeded: Math.round(rate * judged),
  rate,
  rate_low: rate - 0.05,
  rate_high: rate + 0.02,
});

const group = (changes: Partial<TaskGroup> = {}): TaskGroup => ({
  id: 'grp_1',
  project_id: 'prj_1',
  name: 'Label tickets',
  task: 'classification',
  fingerprint: 'x',
  assigned_model: null,
  split_from: null,
  split_into: [],
  requests: 1200,
  spend_usd: 1.5e-7,
  records: [record('vendora/claude', 0.97, 20), record('openai/gpt-oss-120b', 0.95, 50)],
  cascade: null,
  created_at: '2026-11-29T12:00:00.000Z',
  ...changes,
});

const recordOf = (model: string) => ({ ...record(model, 0.9, 30), usd_per_million_tokens: 0.42 });
const recommendation: Recommendation = {
  id: 'rec_1',
  kind: 'group_tier',
  group: { id: 'grp_1', name: 'Label tickets' },
  router: { id: 'rtr_1', name: 'Default router' },
  current_model: 'vendora/claude',
  recommended_model: 'openai/gpt-oss-120b',
  current_tier: 'big',
  recommended_tier: 'small',
  current_threshold: null,
  recommended_threshold: null,
  reason: '49 of 50 judged tasks succeeded.',
  evidence: {
    finding: 'as_good',
    recommended: recordOf('openai/gpt-oss-120b'),
    current: recordOf('vendora/claude'),
    best: { model: 'vendora/claude', judged: 20, rate: 1 },
    success_difference: { points: -2, low: -10.5, high: 14.2 },
    price_difference_percent: -95,
    traffic: { days: 30, calls: 1000, input_tokens: 1, output_tokens: 1 },
  },
  estimated_monthly_saving_usd: 0.000003395,
  status: 'open',
};

const draw = (value: unknown, { rowId, seeds = [] }: { rowId?: string; seeds?: readonly Seed[] } = {}) =>
  renderScreen(<TaskGroupsScreen projectId="prj_1" organizationId="org_1" rowId={rowId} />, {
    path: rowId === undefined ? '/p/prj_1/groups' : `/p/prj_1/groups/${rowId}`,
    seeds: [[queryKey, value], [modelsQuery().queryKey, []], ...seeds],
  });

const recommended = (rows: readonly Recommendation[]): Seed => [[recommendationsPath('prj_1')], list(rows)];

describe('the screen of the task groups', () => {
  it('says that it loads', () => {
    const html = renderScreen(
      <TaskGroupsScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />,
    );
    expect(html).toContain('Loading');
  });

  it('says what fills an empty list, with a command to copy that carries no key', () => {
    const html = draw(list([]));
    expect(html).toMatch(/No task groups.*third call.*curl.*\$GATEWAY_KEY.*Copy/s);
  });

  it('says an error in the words of the API', () => {
    expect(draw(new ApiError({ status: 500, code: 'x', message: 'It broke.' }))).toMatch(
      /role="alert".*It broke\./s,
    );
  });

  it('shows the record that was judged most, and lets a model be assigned in the list', () => {
    const html = draw(list([group()]), { seeds: [recommended([])] });
    expect(html).toContain('<table aria-label="Task groups"');
    expect(html).toContain('95% (90% to 97%)');
    expect(html).toContain('role="combobox" aria-label="Assigned model"');
    expect(html).toContain('$0.00000015');
  });

  it('shows the record of the model that is assigned', () => {
    expect(draw(list([group({ assigned_model: 'vendora/claude' })]))).toContain('97% (92% to 99%)');
  });

  it('puts what waits for a decision first, with its evidence', () => {
    const html = draw(list([group()]), { seeds: [recommended([recommendation])] });
    expect(html).toMatch(
      /Recommendations.*49 of 50.*\$0\.42.*\$0\.000003395.*Approve.*Dismiss.*<table aria-label="Task groups"/s,
    );
    expect(html).toContain('-2 points (95% interval -10.5 to 14.2)');
  });

  it('says that automatic updates leave nothing to recommend', () => {
    const permissions = { smart_routing: false, automatic_updates: true };
    const html = draw(list([group()]), {
      seeds: [recommended([]), [projectsQuery('org_1').queryKey, [{ id: 'prj_1', permissions }]]],
    });
    expect(html).toContain('Automatic updates are on');
    expect(html).toContain('Smart routing is off');
  });

  it('shows hostile names as text', () => {
    expect(draw(list([group({ name: '<img src=x>' })]))).not.toContain('<img');
  });
});

describe('an open group', () => {
  const open = (rows: readonly TaskGroup[]) => draw(list(rows), { rowId: 'grp_1', seeds: [recommended([])] });

  it('has one combobox, each record with its own Assign, and the way to its calls', () => {
    const html = open([group({ assigned_model: 'openai/gpt-oss-120b' }), group({ id: 'grp_2' })]);
    expect(html.match(/role="combobox"/g)).toHaveLength(1);
    expect(html.match(/>Assign</g)).toHaveLength(1);
    expect(html).toContain('>Unassign<');
    expect(html).toMatch(/href="\/p\/prj_1\/calls\?from=[^"]+&amp;group=grp_1"/);
  });

  it('names what it was split from and into', () => {
    const html = open([
      group({ split_from: 'grp_2', split_into: ['grp_3'] }),
      group({ id: 'grp_2', name: 'Older' }),
    ]);
    expect(html).toMatch(/Split from.*\/p\/prj_1\/groups\/grp_2.*Older.*Split into.*grp_3/s);
  });
});
