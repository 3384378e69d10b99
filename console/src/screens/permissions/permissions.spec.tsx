import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { projectQuery } from '../../api/organizations.js';
import type { Project } from '../../api/types.js';
import { renderScreen } from '../../testing/render-screen.js';
import PermissionsScreen from './index.js';

const project: Project = {
  id: 'prj_1',
  organization_id: 'org_1',
  name: 'First',
  permissions: {
    smart_routing: true,
    automatic_updates: false,
    token_compression: true,
    chinese_models: false,
    response_storage: true,
  },
  trace_content: 'drop',
  call_content: { enabled: true, retention: '7d', max_kb: 64 },
  created_at: '2026-11-29T12:00:00.000Z',
  limit_usd: null,
  limit_period: null,
  spent_usd: null,
  remaining_usd: null,
  limit_reached: false,
  resets_at: null,
};

const draw = (value?: unknown): string =>
  renderScreen(<PermissionsScreen projectId="prj_1" organizationId="org_1" rowId={undefined} />, {
    path: '/p/prj_1/permissions',
    seeds: value === undefined ? [] : [[projectQuery('prj_1').queryKey, value]],
  });

describe('the screen of the permissions', () => {
  it('says that it loads, and an error in the words of the API', () => {
    expect(draw()).toContain('Loading');
    const failed = draw(new ApiError({ status: 404, code: 'not_found', message: 'No such project.' }));
    expect(failed).toMatch(/role="alert".*No such project\./s);
  });

  it.each([
    ['Smart routing', true, 'The router may choose the model'],
    ['Automatic updates', false, 'Nothing switches by itself'],
    ['Token compression', true, 'Long prompts'],
    ['Chinese models', false, 'refused with 403'],
    ['Response storage', true, 'can be read and continued'],
    ['Trace contents', false, 'dropped as traces arrive'],
    ['Contents of calls', true, 'kept for 7d, encrypted, the first 64 KB of each'],
  ])('says of %s that it is %s, and what that does', (label, isOn, effect) => {
    const row = draw(project)
      .split('class="permission"')
      .find((part) => part.includes(`>${label}<`));
    expect(row).toMatch(/role="switch"/);
    expect(/ checked/.test(row?.split('<label')[0] ?? '')).toBe(isOn);
    expect(row).toMatch(new RegExp(`<strong>Now:</strong> [^<]*${effect}`));
  });
});
