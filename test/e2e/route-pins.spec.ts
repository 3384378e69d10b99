import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { SessionPins } from '../../src/routing/pins/session-pins.service.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';
import { CONVERSATION, LONG_MACHINE, QUICK, RouteClient } from './route-client.js';

const BIG = 'vendora/claude-sonnet-5-5';
const MEDIUM = 'vendorb/gpt-6.1-terra';
const SMALL = 'openai/gpt-oss-120b';

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

interface Project {
  readonly tenant: Tenant;
  readonly route: RouteClient;
  readonly chat: ChatClient;
}

async function project(options: TenantOptions = {}): Promise<Project> {
  const tenant = await seedTenant(service.dataSource, options);
  return {
    tenant,
    route: new RouteClient(service.url, tenant.apiKey),
    chat: new ChatClient(service.url, tenant.apiKey),
  };
}

const admin = (): AdminClient => new AdminClient(service.url);

describe('a session pin', () => {
  it('keeps the first decision of a conversation, whatever is asked later', async () => {
    const { route, chat } = await project();
    const first = await route.decide({ ...CONVERSATION, session_id: 'a' });
    expect(first).toMatchObject({ tier: 'strong', model: BIG, session: { id: 'a' } });
    const { pinned_until: until } = first['session'] as { pinned_until: string };
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    const again = await route.decide({ ...QUICK, session_id: 'a' });
    expect(again).toMatchObject({ tier: 'pinned', model: BIG, session: { id: 'a', pinned_until: until } });
    const answer = await chat.send(QUICK, { headers: { 'x-session-id': 'a' } });
    expect(answer.headers).toMatchObject({ 'x-svc-model': BIG, 'x-svc-tier': 'pinned' });
    expect((await service.provider.nextRequest()).json()).not.toHaveProperty('session_id');
  });

  it('belongs to its session id, router and project', async () => {
    const [one, other] = [await project(), await project()];
    await one.route.decide({ ...QUICK, session_id: 'a' });
    for (const decision of [
      await one.route.decide({ ...CONVERSATION, session_id: 'b' }),
      await one.route.decide({ ...CONVERSATION, session_id: 'a', model: 'claude-opus-4-5' }),
      await one.route.decide(CONVERSATION),
      await other.route.decide({ ...CONVERSATION, session_id: 'a' }),
    ])
      expect(decision).toMatchObject({ tier: 'strong' });
  });

  it('lets the body win over the header, and ignores the header on a decision', async () => {
    const { chat, route } = await project();
    await chat.send({ ...CONVERSATION, session_id: 'body' }, { headers: { 'x-session-id': 'header' } });
    expect(await route.decide({ ...QUICK, session_id: 'body' })).toMatchObject({ tier: 'pinned' });
    expect(await route.decide({ ...QUICK, session_id: 'header' })).toMatchObject({ tier: 'small' });
  });

  it('needs a session: an empty id is none, and makes room for the header', async () => {
    const { route, chat } = await project();
    const first = await route.decide({ ...CONVERSATION, session_id: '' });
    expect(first).not.toHaveProperty('session');
    expect(await route.decide({ ...QUICK, session_id: '' })).toMatchObject({ tier: 'small' });
    await route.decide({ ...CONVERSATION, session_id: 'a' });
    const answer = await chat.send({ ...QUICK, session_id: '' }, { headers: { 'x-session-id': 'a' } });
    expect(answer.headers).toMatchObject({ 'x-svc-model': BIG, 'x-svc-tier': 'pinned' });
  });

  it('takes a session id of 200 characters, whatever they are in memory', async () => {
    const { route } = await project();
    const id = '\u{1f642}'.repeat(200);
    expect(await route.decide({ ...QUICK, session_id: id })).toMatchObject({ session: { id } });
    const refused = await route.send({ ...QUICK, session_id: `${id}s` });
    expect(refused.error).toMatchObject({ param: 'session_id' });
  });

  it('is the same by the header as by the body, also for an id beyond ASCII', async () => {
    const { route, chat } = await project();
    const id = 'Gespräch-'.padEnd(200, 'ü');
    await route.decide({ ...CONVERSATION, session_id: id });
    const answer = await chat.send(QUICK, {
      headers: { 'x-session-id': Buffer.from(id).toString('latin1') },
    });
    expect(answer.headers).toMatchObject({ 'x-svc-model': BIG, 'x-svc-tier': 'pinned' });
  });

  it('is one for first calls that race', async () => {
    const { route } = await project();
    const decisions = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        route.decide({ ...(index % 2 === 0 ? QUICK : LONG_MACHINE), session_id: 'race' }),
      ),
    );
    expect(new Set(decisions.map(({ model }) => model)).size).toBe(1);
    expect(decisions.filter(({ tier }) => tier !== 'pinned')).toHaveLength(1);
  });

  it('is passed over by a request that its model cannot serve, and stays', async () => {
    const { route } = await project();
    await route.decide({ ...QUICK, session_id: 'a' });
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const withPicture = {
      messages: [{ role: 'user', content: [{ type: 'text', text: QUICK.messages[0]?.content }, picture] }],
    };
    expect(await route.decide({ ...withPicture, session_id: 'a' })).toMatchObject({
      tier: 'default',
      model: MEDIUM,
    });
    expect(await route.decide({ ...LONG_MACHINE, session_id: 'a' })).toMatchObject({
      tier: 'pinned',
      model: SMALL,
    });
  });

  it('is released when its model leaves the router', async () => {
    const { route, tenant } = await project();
    await route.decide({ ...QUICK, session_id: 'a' });
    await admin().patch(`/routers/${tenant.routerId}`, { tiers: { small: 'vendorb/gpt-5-nano' } });
    expect(await route.decide({ ...QUICK, session_id: 'a' })).toMatchObject({
      tier: 'small',
      model: 'vendorb/gpt-5-nano',
    });
    expect(await route.decide({ ...LONG_MACHINE, session_id: 'a' })).toMatchObject({
      tier: 'pinned',
      model: 'vendorb/gpt-5-nano',
    });
  });

  it('never serves a Chinese model after the toggle was turned off', async () => {
    const { route, tenant } = await project({ tiers: { big: 'Qwen/Qwen3.7-Max', medium: BIG } });
    expect(await route.decide({ ...CONVERSATION, session_id: 'a' })).toMatchObject({
      model: 'Qwen/Qwen3.7-Max',
    });
    await admin().patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models: false } });
    expect(await route.decide({ ...CONVERSATION, session_id: 'a' })).toMatchObject({ model: BIG });
  });

  it('ends, and the next call decides anew', async () => {
    const { route, tenant } = await project();
    await route.decide({ ...QUICK, session_id: 'old' });
    await service.dataSource.query('UPDATE session_pins SET pinned_until = now() WHERE project_id = $1', [
      tenant.projectId,
    ]);
    service.app.get(SessionPins).forget();
    expect(await route.decide({ ...CONVERSATION, session_id: 'old' })).toMatchObject({ tier: 'strong' });
    expect(await route.decide({ ...QUICK, session_id: 'old' })).toMatchObject({ tier: 'pinned', model: BIG });
  });

  it('is neither made nor read while smart routing is off', async () => {
    const { route, tenant } = await project({ smartRouting: false });
    expect(await route.decide({ ...QUICK, session_id: 'a' })).not.toHaveProperty('session');
    const rows = await service.dataSource.query<unknown[]>(
      'SELECT 1 FROM session_pins WHERE project_id = $1',
      [tenant.projectId],
    );
    expect(rows).toEqual([]);
  });
});
