import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { CONVERSATION, LONG_MACHINE, MACHINE, QUICK, RouteClient } from './route-client.js';

const TIERS = {
  big: 'vendora/claude-sonnet-5-5',
  medium: 'vendorb/gpt-5.4-mini',
  small: 'openai/gpt-oss-120b',
};

let service: TestApplication;
let operator: AdminClient;
beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
afterAll(() => service.stop());

async function newProject(options: Parameters<typeof seedTenant>[1] = {}) {
  const tenant = await seedTenant(service.dataSource, { tiers: TIERS, ...options });
  const preview = async (body: object) =>
    (await operator.post(`/projects/${tenant.projectId}/routers/preview`, body)).body;
  return { ...tenant, preview, calls: new RouteClient(service.url, tenant.apiKey) };
}

const withoutId = ({ id: _id, estimate_usd: _estimate, ...decision }: Record<string, unknown>) => decision;

describe('a preview of a kept router', () => {
  it.each([
    ['a conversation', CONVERSATION],
    ['a machine task', MACHINE],
    ['a long machine task', LONG_MACHINE],
    ['a quick task', QUICK],
    ['a task', { task: 'Classify the sentiment of: it broke.' }],
  ])('is what the decision endpoint says of %s', async (_name, request) => {
    const { routerId, preview, calls } = await newProject();
    const previewed = await preview({ router_id: routerId, request });
    expect(withoutId(previewed)).toEqual(withoutId(await calls.decide(request)));
    expect(previewed.estimate_usd).toBeGreaterThan(0);
  });

  it('is the Default model while smart routing is off', async () => {
    const { routerId, preview, calls } = await newProject({ smartRouting: false });
    const previewed = await preview({ router_id: routerId, request: MACHINE });
    expect(withoutId(previewed)).toEqual(withoutId(await calls.decide(MACHINE)));
  });

  it('takes a bare task beside the router', async () => {
    const { routerId, preview, calls } = await newProject();
    const task = 'Translate to French: good morning';
    expect(withoutId(await preview({ router_id: routerId, task }))).toEqual(
      withoutId(await calls.decide({ task })),
    );
  });

  it('goes through an anchored router as calls that name its model do', async () => {
    const { projectId, preview, calls } = await newProject();
    const named = { ...MACHINE, model: 'vendorb/gpt-5.5' };
    const decided = await calls.decide(named);
    for (const request of [named, MACHINE])
      expect(withoutId(await preview({ router_id: decided['router_id'], request }))).toEqual(
        withoutId(decided),
      );
    expect((await operator.get(`/projects/${projectId}/routers`)).body.data).toHaveLength(2);
  });
});

describe('a preview of a draft', () => {
  it('decides by its tiers and threshold, by the ids that would be saved', async () => {
    const { preview } = await newProject();
    const tiers = { big: 'vendorb/gpt-5.5', medium: 'vendorb/gpt-5.4-mini' };
    const low = await preview({ router: { tiers, threshold: 0 }, request: LONG_MACHINE });
    expect(low).toMatchObject({ model: 'vendorb/gpt-5.5', tier: 'strong', threshold: 0 });
    expect(low.router_id).toBeUndefined();
    const high = await preview({ router: { tiers, threshold: 1, name: 'Mine' }, request: LONG_MACHINE });
    expect(high).toMatchObject({ model: 'vendorb/gpt-5.4-mini', tier: 'default', router_name: 'Mine' });
    expect(high.estimate_usd).toBeLessThan(low.estimate_usd);
  });

  it('leaves nothing behind: no pin, router, group or log', async () => {
    const { projectId, preview, calls } = await newProject();
    const draft = { tiers: { small: TIERS.small } };
    const request = { ...MACHINE, session_id: 'a session', model: 'vendorb/gpt-5.5' };
    for (let turn = 0; turn < 4; turn += 1) {
      const previewed = await preview({ router: draft, request });
      expect(previewed).toMatchObject({ model: TIERS.small, configured: true });
      expect(previewed.session).toBeUndefined();
      expect(previewed.reasons.at(-1)).toContain('names a model of its own');
      await preview({ router: { ...draft, anchor_model: 'vendorb/gpt-5.5' }, request });
    }
    expect((await operator.get(`/projects/${projectId}/routers`)).body.data).toHaveLength(1);
    expect((await operator.get(`/projects/${projectId}/calls`)).body.data).toEqual([]);
    expect((await operator.get(`/projects/${projectId}/groups`)).body.data).toEqual([]);
    const [pins] = await service.dataSource.query<{ n: string }[]>(
      'SELECT count(*) AS n FROM session_pins WHERE project_id = $1',
      [projectId],
    );
    expect(pins?.n).toBe('0');
    // Eight previews of one template, and the first call of it has no group either.
    expect((await calls.decide(MACHINE))['group']).toBeUndefined();
  });

  it('follows the group of a template that calls have made', async () => {
    const { projectId, preview, calls } = await newProject();
    const invoice = (index: number) => ({
      ...MACHINE,
      messages: [MACHINE.messages[0], { role: 'user', content: `Invoice text: number ${index * 77}` }],
    });
    for (let index = 1; index <= 4; index += 1) await calls.decide(invoice(index));
    await expect
      .poll(async () => (await operator.get(`/projects/${projectId}/groups`)).body.data.length)
      .toBe(1);
    const [group] = (await operator.get(`/projects/${projectId}/groups`)).body.data;
    await operator.patch(`/groups/${group.id}`, { assigned_model: 'vendorb/gpt-5.4' });
    const previewed = await preview({ router: { tiers: TIERS }, request: invoice(9) });
    expect(previewed).toMatchObject({ tier: 'group', group: { id: group.id } });
    expect(previewed.model).toBe('vendorb/gpt-5.4');
  });
});

describe('a preview is refused', () => {
  it.each<[string, object, string]>([
    ['without a router', { request: MACHINE }, 'router'],
    ['with both routers', { router: { tiers: TIERS }, router_id: 'rtr_1', request: MACHINE }, 'router'],
    ['without a request', { router: { tiers: TIERS } }, 'request'],
    ['with a request and a task', { router: { tiers: TIERS }, request: MACHINE, task: 'x' }, 'request'],
    ['with a request that is text', { router: { tiers: TIERS }, request: 'x' }, 'request'],
    ['with an empty request', { router: { tiers: TIERS }, request: {} }, 'request.messages'],
    ['with bad messages', { router: { tiers: TIERS }, request: { messages: 1 } }, 'request.messages'],
    ['with an empty task', { router: { tiers: TIERS }, task: ' ' }, 'task'],
    ['without tiers', { router: {}, task: 'x' }, 'router.tiers'],
    ['with empty tiers', { router: { tiers: {} }, task: 'x' }, 'router.tiers'],
    ['with an unknown model', { router: { tiers: { big: 'no/such model' } }, task: 'x' }, 'router.tiers.big'],
    ['with a bad threshold', { router: { tiers: TIERS, threshold: 2 }, task: 'x' }, 'router.threshold'],
    ['with an unknown field', { router: { tiers: TIERS }, task: 'x', pin: true }, 'pin'],
  ])('%s', async (_name, body, param) => {
    const { projectId } = await newProject();
    const answer = await operator.post(`/projects/${projectId}/routers/preview`, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  it("for another project's router, and by another organization, with 404", async () => {
    const { projectId, organizationId, routerId } = await newProject();
    const other = await newProject();
    const body = { router_id: routerId, task: 'x' };
    const { token } = await operator.createToken(organizationId);
    const own = operator.withToken(token);
    const path = (id: string) => `/projects/${id}/routers/preview`;
    expect((await own.post(path(projectId), body)).status).toBe(200);
    expect((await own.post(path(other.projectId), body)).status).toBe(404);
    expect((await operator.post(path(other.projectId), body)).status).toBe(404);
    expect((await operator.post(path(projectId), { ...body, router_id: 'nothing' })).status).toBe(404);
  });
});
