import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_TOKEN } from '../support/start-application.js';
import { AdminClient } from '../e2e/admin-client.js';
import { describeBrowser } from './support/describe-browser.js';
import { expectNoSidewaysScroll, expectNoViolations } from './support/expect-no-violations.js';
import { DARK, NARROW, screenshot, signIn, startConsole, type TestConsole } from './support/start-console.js';

const LINKS = [
  'Overview',
  'Calls',
  'Routers',
  'Task groups',
  'Usage',
  'Batches',
  'Traces',
  'Keys',
  'Endpoints',
  'Permissions',
  'Money',
  'Audit log',
  'Playground',
  'Settings',
];

describeBrowser('signing in', () => {
  let gateway: TestConsole;
  beforeAll(async () => {
    gateway = await startConsole();
  });
  afterAll(() => gateway.stop());

  it('says a wrong token in the words of the API, and takes a right one by keyboard alone', async () => {
    const { page, watch } = await gateway.open({ token: null });
    await expectNoViolations(page);
    await page.keyboard.type('svc_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('token');
    watch.expectOnly(/status of 401/);
    await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Console' }).waitFor();
    watch.expectNone();
    expect(await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])')).not.toContain(
      'svc_',
    );
  });

  it('takes the token of a link once, and keeps it out of the address and the history', async () => {
    const { page, watch } = await gateway.open({ token: null, path: `/settings#token=${ADMIN_TOKEN}` });
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    expect(page.url()).toBe(`${gateway.url}/console/settings`);
    await page.reload();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    watch.expectNone();
  });

  it('signs out, here and in other tabs', async () => {
    const { page, watch } = await gateway.open();
    const other = await page.context().newPage();
    await other.goto(`${gateway.url}/console`);
    await other.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin token').waitFor();
    await other.getByLabel('Admin token').waitFor();
    watch.expectNone();
  });

  it('asks again when the token was revoked, and goes on where one was with what was typed', async () => {
    const operator = new AdminClient(gateway.application.url);
    const { organizationId, projectId } = gateway.tenant;
    const tokens = `/organizations/${organizationId}/admin-tokens`;
    const [first, second] = [
      await operator.post(tokens, { name: 'a' }),
      await operator.post(tokens, { name: 'b' }),
    ];
    const { page, watch } = await gateway.open({ path: `/p/${projectId}/keys`, token: first.body.token });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('typed before');
    await operator.delete(`/admin-tokens/${first.body.id}`);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByLabel('Admin token').fill(second.body.token);
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('typed before');
    watch.expectOnly(/status of 401/);
  });
});

describeBrowser('the navigation', () => {
  let gateway: TestConsole;
  beforeAll(async () => {
    gateway = await startConsole();
  });
  afterAll(() => gateway.stop());

  it('leads to each screen, with one heading and a title of its own', async () => {
    const { page, watch } = await gateway.open();
    const navigation = page.getByRole('navigation', { name: 'Console' });
    await page.getByRole('combobox', { name: 'Project' }).waitFor();
    await expect
      .poll(() => navigation.getByRole('link', { name: 'Calls' }).getAttribute('href'))
      .toContain('/p/');
    expect(await navigation.getByRole('link').allTextContents()).toEqual(LINKS);
    for (const name of LINKS) {
      await navigation.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.title()).toBe(`${name} · Console`);
    }
    watch.expectNone();
  });

  it("has the operator's own screens beside it, for the operator alone", async () => {
    const { page } = await gateway.open();
    const own = page.getByRole('navigation', { name: 'Operator' });
    await own.getByRole('link', { name: 'Providers' }).click();
    await page.getByRole('heading', { name: 'Providers', level: 1 }).waitFor();
    expect(await own.getByRole('link', { name: 'Providers' }).getAttribute('aria-current')).toBe('page');
    await expectNoViolations(page);
    const { token } = await new AdminClient(gateway.application.url).createToken(
      gateway.tenant.organizationId,
    );
    const { page: theirs } = await gateway.open({ token });
    await theirs
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: 'Settings' })
      .waitFor();
    expect(await theirs.getByRole('link', { name: 'Providers', exact: true }).count()).toBe(0);
  });

  it('shows the same screen of another project, and names what it shows', async () => {
    const operator = new AdminClient(gateway.application.url);
    const created = await operator.post(`/organizations/${gateway.tenant.organizationId}/projects`, {
      name: 'Other',
    });
    const { page } = await gateway.open({ path: `/p/${gateway.tenant.projectId}/keys` });
    const projects = page.getByRole('combobox', { name: 'Project' });
    await projects.selectOption({ label: 'Other' });
    await page.waitForURL(`**/p/${created.body.id}/keys`);
    await page.goBack();
    await page.waitForURL(`**/p/${gateway.tenant.projectId}/keys`);
    expect(await projects.inputValue()).toBe(gateway.tenant.projectId);
  });

  it('says that there is nothing at an unknown path', async () => {
    const { page, watch } = await gateway.open({ path: '/p/x/nothing' });
    await page.getByRole('heading', { name: 'Nothing is here', level: 1 }).waitFor();
    watch.expectNone();
  });

  it('lists the keys under ?, but not while one types', async () => {
    const { page } = await gateway.open({ path: `/p/${gateway.tenant.projectId}/keys` });
    await page.getByRole('table', { name: 'Keys' }).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Next row').waitFor();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').press('?');
    expect(await dialog.count()).toBe(0);
  });

  it.each([
    ['light', {}],
    ['dark', DARK],
    ['narrow', NARROW],
    ['narrow and dark', { ...NARROW, ...DARK }],
    ['in forced colors', { forcedColors: 'active' as const }],
  ])('is usable %s', async (name, options) => {
    const { page, watch } = await gateway.open({ ...options, path: `/p/${gateway.tenant.projectId}/keys` });
    await page.getByRole('table', { name: 'Keys' }).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await screenshot(page, `keys ${name}`);
    watch.expectNone();
  });

  it('an organization sees its own things and no others', async () => {
    const operator = new AdminClient(gateway.application.url);
    await operator.post('/organizations', { name: 'Others' });
    const token = await operator.post(`/organizations/${gateway.tenant.organizationId}/admin-tokens`, {
      name: 'o',
    });
    const { page, watch } = await gateway.open({ token: null });
    await signIn(page, token.body.token);
    const organizations = page.getByRole('combobox', { name: 'Organization' });
    await expect.poll(() => organizations.locator('option').allTextContents()).toEqual(['Test']);
    watch.expectNone();
  });
});
