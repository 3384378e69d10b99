import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient } from '../e2e/admin-client.js';
import { BatchClient } from '../e2e/batch-client.js';
import { insertCall, insertGroup, insertJudged } from '../e2e/records-support.js';
import { describeBrowser } from './support/describe-browser.js';
import { startConsole, type TestConsole } from './support/start-console.js';

/** What the shell reads once for all screens: whose things there are to choose from. */
const OF_THE_SHELL = /^\/(?:organizations|organizations\/[^/]+\/projects)$/;
const API = '/api/v1/admin';

/** What was asked of the API, without what a poll asks again: its window moves on. */
function watchRequests(page: Page): { readonly shell: Set<string>; readonly screen: Set<string> } {
  const [shell, screen] = [new Set<string>(), new Set<string>()];
  page.on('request', (asked) => {
    const { pathname, searchParams } = new URL(asked.url());
    if (!pathname.startsWith(API)) return;
    const path = pathname.slice(API.length);
    for (const moving of ['from', 'to']) searchParams.delete(moving);
    if (OF_THE_SHELL.test(path)) shell.add(path);
    else screen.add(`${asked.method()} ${path}?${searchParams.toString()}`);
  });
  return { shell, screen };
}

describeBrowser('a screen asks the API', () => {
  let gateway: TestConsole;
  let page: Page;
  const ids: Record<string, string> = {};
  const traceId = randomBytes(16).toString('hex');

  beforeAll(async () => {
    gateway = await startConsole();
    const { tenant, application } = gateway;
    const operator = new AdminClient(application.url);
    await operator.patch(`/projects/${tenant.projectId}`, {
      call_content: { enabled: true },
      permissions: { automatic_updates: false },
    });
    const answer = await request(`${application.url}/api/v1/openai/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.apiKey}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
      },
      body: JSON.stringify({ model: 'auto', messages: [{ role: 'user', content: 'Hello there' }] }),
    });
    await answer.body.dump();
    ids['call'] = String(answer.headers['x-svc-call-id']);
    // What is kept is written behind the answer; the first to read it waits for that.
    expect((await operator.get(`/calls/${ids['call']}/content`)).status).toBe(200);
    ids['group'] = await insertGroup(application.dataSource, tenant, { name: 'Label tickets' });
    const judged = { groupId: ids['group'], model: 'vendora/claude-sonnet-5-5' };
    await insertCall(application.dataSource, tenant, { groupId: ids['group'], servedModel: judged.model });
    await insertJudged(application.dataSource, tenant, { ...judged, succeeded: 20, judged: 20 });
    const item = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] };
    const batches = new BatchClient(application.url, tenant.apiKey);
    const submitted = await batches.submit({ requests: [{ custom_id: 'a', body: item }] });
    ids['batch'] = submitted.json.id as string;
    ids['router'] = tenant.routerId ?? '';
    ids['trace'] = traceId;
    const { body } = await operator.get(`/organizations/${tenant.organizationId}/audit`);
    ids['entry'] = (body as { data: { id: string }[] }).data[0]!.id;
    ({ page } = await gateway.open({ isShared: true }));
  });
  afterAll(() => gateway.stop());

  /** A page that begins at an address, until nothing is asked any more. */
  async function askedAt(path: string) {
    const tab = await page.context().newPage();
    const asked = watchRequests(tab);
    await tab.goto(`${gateway.url}/console${path}`);
    await tab.locator('h1').waitFor();
    await tab.waitForLoadState('networkidle');
    await expect.poll(() => tab.getByText('Loading').count()).toBe(0);
    await tab.waitForLoadState('networkidle');
    await tab.close();
    return asked;
  }

  const ofProject = (rest: string): string => `/p/${gateway.tenant.projectId}/${rest}`;
  const ofOrganization = (rest: string): string => `/o/${gateway.tenant.organizationId}/${rest}`;

  it.each([
    ['the overview', () => '/'],
    ['calls', () => ofProject('calls')],
    ['an open call, with what was asked and answered', () => ofProject(`calls/${ids['call']}`)],
    ['refusals', () => ofProject('calls?view=refusals')],
    ['routers', () => ofProject('routers')],
    ['an open router', () => ofProject(`routers/${ids['router']}`)],
    ['task groups', () => ofProject('groups')],
    ['an open task group', () => ofProject(`groups/${ids['group']}`)],
    ['usage', () => ofProject('usage')],
    ['usage by key and model', () => ofProject('usage?group_by=key,model')],
    ['batches', () => ofProject('batches')],
    ['an open batch', () => ofProject(`batches/${ids['batch']}`)],
    ['traces', () => ofProject('traces')],
    ['an open trace', () => ofProject(`traces/${ids['trace']}`)],
    ['keys', () => ofProject('keys')],
    ['endpoints', () => ofProject('endpoints')],
    ['permissions', () => ofProject('permissions')],
    ['money', () => ofOrganization('money')],
    ['the audit log', () => ofOrganization('audit')],
    ['an open entry of the audit log', () => ofOrganization(`audit/${ids['entry']}`)],
    ['the playground', () => ofProject('playground')],
    ['providers', () => '/providers'],
    ['settings', () => '/settings'],
  ])('for two things at most, beside what all screens share: %s', async (_name, path) => {
    const { shell, screen } = await askedAt(path());
    expect([...screen].length, [...screen].join('\n')).toBeLessThanOrEqual(2);
    expect(screen.size).toBeGreaterThan(0);
    expect(shell.size).toBeLessThanOrEqual(2);
  });

  it('for nothing while nobody sees it, and for what it missed when it is looked at again', async () => {
    const tab = await page.context().newPage();
    await tab.clock.install({ time: Date.now() });
    await tab.goto(`${gateway.url}/console${ofProject('calls')}`);
    await tab.locator('h1').waitFor();
    await tab.waitForLoadState('networkidle');
    await see(tab, 'hidden');
    const asked: string[] = [];
    tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await tab.clock.runFor(60_000);
    expect(asked).toEqual([]);
    await see(tab, 'visible');
    await expect.poll(() => asked).toEqual([`${API}/projects/${gateway.tenant.projectId}/calls`]);
    await tab.close();
  });
});

/** As when a tab is left and taken up again. */
async function see(tab: Page, state: 'hidden' | 'visible'): Promise<void> {
  await tab.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
}
