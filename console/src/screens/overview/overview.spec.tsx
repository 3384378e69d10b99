import { afterAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { overviewQuery } from '../../api/overview.js';
import { statusQuery } from '../../api/status.js';
import { browserZone } from '../../format/zones.js';
import { overviewOf, statusOf } from '../../testing/answers.js';
import { renderScreen, type Seed } from '../../testing/render-screen.js';
import { boundsOf } from './days.js';
import OverviewScreen from './index.js';

vi.setSystemTime('2026-11-29T10:30:00Z');
const { yesterday } = boundsOf(Date.now(), browserZone());
const { queryKey } = overviewQuery('prj_1', new Date(yesterday).toISOString());
const draw = (...seeds: readonly Seed[]) =>
  renderScreen(<OverviewScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />, { seeds });

describe('the overview', () => {
  afterAll(() => vi.useRealTimers());

  it('says that it loads', () => {
    expect(draw()).toMatch(/<h1.*Loading/s);
  });

  it('says an error in the words of the API', () => {
    expect(draw([queryKey, new ApiError({ status: 503, code: 'x', message: 'Try again.' })])).toMatch(
      /role="alert".*Try again\./s,
    );
  });

  it('says how to begin where no call was ever made', () => {
    expect(draw([queryKey, overviewOf({ last_call_at: null })])).toMatch(
      /First steps.*\/p\/prj_1\/keys.*\$GATEWAY_KEY/s,
    );
  });

  it('says how to begin where there is no project', () => {
    const html = renderScreen(<OverviewScreen projectId="" organizationId="" rowId={undefined} />);
    expect(html).toMatch(/There is no project yet.*\/organizations .*\/projects/s);
    expect(html).not.toContain('Loading');
  });

  it('shows today against yesterday, and that nothing needs attention', () => {
    const hour = new Date(yesterday).toISOString();
    const hours = [{ hour, calls: 3, errors: 1, cost_usd: 1e-12 }];
    const html = draw([queryKey, overviewOf({ hours })], [statusQuery().queryKey, statusOf({})]);
    expect(html).toContain('Yesterday $0.000000000001');
    expect(html).toContain('Nothing needs attention.');
    expect(html).toMatch(/<rect/);
  });
});
