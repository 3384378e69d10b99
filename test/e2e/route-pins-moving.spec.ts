import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient } from './chat-client.js';
import { CONVERSATION, LONG_MACHINE, QUICK, RouteClient } from './route-client.js';
import { eventually } from './task-template.js';

const BIG = 'vendora/claude-sonnet-5-5';
const MEDIUM = 'vendorb/gpt-6.1-terra';
const SMALL = 'openai/gpt-oss-120b';

let service: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
  const { database, provider } = service;
  replica = await startTestApplication({ database, provider });
});
afterEach(() => service.provider.reset());
afterAll(async () => {
  await replica.stop();
  await service.stop();
});

interface Project {
  readonly tenant: Tenant;
  readonly route: RouteClient;
  readonly chat: ChatClient;
  /** The same key on another process. */
  readonly elsewhere: RouteClient;
}

async function project(options: TenantOptions = {}): Promise<Project> {
  const tenant = await seedTenant(service.dataSource, options);
  return {
    tenant,
    route: new RouteClient(service.url, tenant.apiKey),
    chat: new ChatClient(service.url, tenant.apiKey),
    elsewhere: new RouteClient(replica.url, tenant.apiKey),
  };
}

const endOf = (decision: Record<string, unknown>) =>
  (decision['session'] as { pinned_until: string }).pinned_until;

describe('a pin that a machine-shaped request made', () => {
  it.each<[string, object, string]>([
    ['Small', QUICK, SMALL],
    ['Medium', LONG_MACHINE, MEDIUM],
  ])(
    'does not answer a person: the pin moves up from %s, and keeps its end',
    async (_place, first, model) => {
      const { route, chat } = await project();
      const pinned = await route.decide({ ...first, session_id: 'a' });
      expect(pinned).toMatchObject({ model });
      const answer = await chat.send({ ...CONVERSATION, session_id: 'a' });
      expect(answer.headers).toMatchObject({ 'x-svc-model': BIG, 'x-svc-tier': 'strong' });
      for (const body of [CONVERSATION, first]) {
        const next = await route.decide({ ...body, session_id: 'a' });
        expect(next).toMatchObject({ tier: 'pinned', model: BIG });
        expect(endOf(next)).toBe(endOf(pinned));
      }
    },
  );

  it('lets the model that the person named answer, as with coding agents and their title generators', async () => {
    const { chat } = await project();
    const headers = { 'x-session-id': 'agent' };
    const title = await chat.send({ model: 'claude-opus-4-5', ...QUICK }, { headers });
    expect(title.headers['x-svc-tier']).toBe('small');
    const talk = await chat.send({ model: 'claude-opus-4-5', ...CONVERSATION }, { headers });
    expect(talk.headers).toMatchObject({ 'x-svc-model': 'vendora/claude-opus-4-5', 'x-svc-tier': 'strong' });
    const next = await chat.send({ model: 'claude-opus-4-5', ...QUICK }, { headers });
    expect(next.headers).toMatchObject({ 'x-svc-model': 'vendora/claude-opus-4-5', 'x-svc-tier': 'pinned' });
  });

  it('answers further machine-shaped requests, and Small goes on without thinking', async () => {
    const { route, chat } = await project({
      tiers: { big: BIG, medium: MEDIUM, small: 'vendorb/gpt-5-mini' },
    });
    await route.decide({ ...QUICK, session_id: 'a' });
    expect(await route.decide({ ...LONG_MACHINE, session_id: 'a' })).toMatchObject({
      tier: 'pinned',
      model: 'vendorb/gpt-5-mini',
      thinking: 'off',
    });
    await chat.send({ ...LONG_MACHINE, session_id: 'a' });
    expect((await service.provider.nextRequest()).json()).toMatchObject({ reasoning_effort: 'minimal' });
  });

  it('stays where it is when the person can only be answered from below', async () => {
    const { route } = await project({ tiers: { big: 'vendorb/o3-mini', small: 'vendorb/gpt-4o-mini' } });
    const long = await route.decide({ ...LONG_MACHINE, session_id: 'a' });
    expect(long).toMatchObject({ model: 'vendorb/o3-mini' });
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const shown = { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi, look!' }, picture] }] };
    expect(await route.decide({ ...shown, session_id: 'a' })).toMatchObject({
      model: 'vendorb/gpt-4o-mini',
      session: { pinned_until: endOf(long) },
    });
    expect(await route.decide({ ...LONG_MACHINE, session_id: 'a' })).toMatchObject({
      tier: 'pinned',
      model: 'vendorb/o3-mini',
    });
  });

  it('of a version that kept no shape moves up as well', async () => {
    const { route, tenant } = await project();
    await service.dataSource.query(
      `INSERT INTO session_pins (project_id, router_id, session_id, model, tier, decision_id, pinned_until)
       VALUES ($1, $2, 'old', $3, 'default', 'dec_old', now() + interval '1 hour')`,
      [tenant.projectId, tenant.routerId, MEDIUM],
    );
    expect(await route.decide({ ...QUICK, session_id: 'old' })).toMatchObject({
      tier: 'pinned',
      model: MEDIUM,
    });
    expect(await route.decide({ ...CONVERSATION, session_id: 'old' })).toMatchObject({ model: BIG });
  });
});

describe('a pin that moves', () => {
  it('moves once, however many people ask at once on two processes', async () => {
    const { route, elsewhere } = await project();
    await route.decide({ ...QUICK, session_id: 'race' });
    await elsewhere.decide({ ...QUICK, session_id: 'race' });
    const decisions = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? route : elsewhere).decide({ ...CONVERSATION, session_id: 'race' }),
      ),
    );
    expect(new Set(decisions.map(({ model }) => model))).toEqual(new Set([BIG]));
    expect(decisions.filter(({ tier }) => tier === 'strong')).toHaveLength(1);
  });

  it('is seen by a process that remembers where it was', async () => {
    const { route, elsewhere } = await project();
    await route.decide({ ...QUICK, session_id: 'a' });
    expect(await elsewhere.decide({ ...QUICK, session_id: 'a' })).toMatchObject({ model: SMALL });
    await route.decide({ ...CONVERSATION, session_id: 'a' });
    const seen = await eventually(
      () => elsewhere.decide({ ...QUICK, session_id: 'a' }),
      ({ model }) => model === BIG,
    );
    expect(seen).toMatchObject({ tier: 'pinned', model: BIG });
  });

  it('agrees with first calls that name a model whose router is not there yet', async () => {
    const { chat } = await project();
    const model = 'somebody/new-model';
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => chat.send({ model, ...CONVERSATION, session_id: 'first' })),
    );
    expect(
      answers.map(({ headers }) => headers['x-svc-tier']).filter((tier) => tier === 'strong'),
    ).toHaveLength(1);
    const next = await chat.send({ model, ...QUICK, session_id: 'first' });
    expect(next.headers).toMatchObject({ 'x-svc-tier': 'pinned', 'x-svc-model': model });
  });
});
