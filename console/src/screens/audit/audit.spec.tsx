import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.js';
import { auditPath } from '../../api/audit.js';
import type { AuditEntry } from '../../api/types.js';
import { pagesQuery } from '../../api/use-pages.js';
import { pagesOf, renderScreen } from '../../testing/render-screen.js';
import AuditScreen from './index.js';

const FROM = '2026-11-01T00:00:00Z';
const { queryKey } = pagesQuery<AuditEntry>(auditPath('org_1'), {
  query: { kind: 'project', from: FROM, to: undefined },
});

const draw = (value: unknown, rowId?: string) =>
  renderScreen(<AuditScreen projectId="prj_1" organizationId="org_1" rowId={rowId} />, {
    path: `/o/org_1/audit${rowId === undefined ? '' : `/${rowId}`}?kind=project&from=${FROM}`,
    seeds: value === undefined ? [] : [[queryKey, value]],
  });

const entry = (index: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `aud_${index}`,
  created_at: '2026-11-29T12:00:00.000Z',
  who: 'atk_1',
  who_name: '<i>ci',
  request_id: 'req_1',
  action: 'project.change',
  target: { type: 'project', id: 'prj_1' },
  organization_id: 'org_1',
  project_id: 'prj_1',
  before: { name: 'Old' },
  after: { name: '<b>New' },
  ...changes,
});

describe('the audit log', () => {
  it('says that it loads', () => {
    expect(draw(undefined)).toMatch(/<h1.*Loading/s);
  });

  it('says what fills an empty list', () => {
    expect(draw(pagesOf([]))).toMatch(/No changes here.*Every change/s);
  });

  it('says an error in the words of the API', () => {
    const error = new ApiError({ status: 400, code: 'invalid', message: '`from` must be a time.' });
    expect(draw(error)).toMatch(/role="alert".*`from` must be a time\./s);
  });

  it('lists changes with the filters of the URL, and what others wrote as text', () => {
    const html = draw(pagesOf([entry(1), entry(2)]));
    expect(html).toContain('<table aria-label="Audit log"');
    expect(html).toMatch(/<option[^>]*selected[^>]*value="project"|value="project" selected/);
    expect(html).not.toMatch(/<i>|<b>/);
    expect(html).toContain(`/o/org_1/audit/aud_1?kind=project&amp;from=${FROM}`);
  });

  it('opens what was before and after', () => {
    const html = draw(pagesOf([entry(1)]), 'aud_1');
    expect(html).toMatch(/Change aud_1.*aria-label="name, Before">Old.*aria-label="name, After">&lt;b>New/s);
    expect(draw(pagesOf([entry(1, { before: null })]), 'aud_1')).toContain('there is nothing before');
    expect(draw(pagesOf([entry(1, { after: null })]), 'aud_1')).toContain('there is nothing after');
    expect(draw(pagesOf([entry(1)]), 'aud_9')).toContain('not among those');
  });
});
