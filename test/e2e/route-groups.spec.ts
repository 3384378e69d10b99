import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chatCompletion } from '../support/recordings/openai-answers.js';
import { jsonAnswer } from '../support/recordings/script.js';
import { seedTenant, type Tenant, type TenantOptions } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient, type WholeAnswer } from './chat-client.js';
import { RouteClient } from './route-client.js';

const MEDIUM = 'vendorb/gpt-6.1-terra';
const SMALL = 'openai/gpt-oss-120b';
const INPUTS = [
  'The parcel arrived two days late and the box was torn.',
  'Support answered within minutes, thank you so much!',
  'I was charged twice for order 55120 and nobody replies.',
  'The blue one is nicer than in the pictures.',
  'Where do I find the serial number of my device?',
  'Please cancel my subscription at the end of the month.',
  'The app crashes whenever I open the camera.',
  'Great value for the price, would buy again.',
  'My invoice of March shows the wrong address.',
  'Is the charger included or sold separately?',
  'The zipper broke on the first day of our trip.',
  'Delivery to the islands took only three days.',
];

function template(input: string): { messages: object[] } {
  return {
    messages: [
      {
        role: 'system',
        content:
          'You triage customer messages of a web shop. Decide which one of the queues BILLING, DELIVERY, PRODUCT or OTHER should handle the message. Return only the name of the queue in capital letters and nothing else.',
      },
      { role: 'user', content: `Message: ${input}` },
    ],
  };
}

function jsonTemplate(input: string): object {
  return { ...template(input), response_format: { type: 'json_object' } };
}

let service: TestApplication;
beforeAll(async () => {
  service = await startTestApplication();
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

class Project {
  readonly chat: ChatClient;
  readonly route: RouteClient;
  readonly admin: AdminClient;

  private constructor(readonly tenant: Tenant) {
    this.chat = new ChatClient(service.url, tenant.apiKey);
    this.route = new RouteClient(service.url, tenant.apiKey);
    this.admin = new AdminClient(service.url);
  }

  static async create(options: TenantOptions = {}): Promise<Project> {
    return new Project(await seedTenant(service.dataSource, options));
  }

  async groups(): Promise<
    { id: string; assigned_model: string | null; requests: number; records: Record<string, unknown>[] }[]
  > {
    const { body } = await this.admin.get(`/projects/${this.tenant.projectId}/groups`);
    return (body as { data: never[] }).data;
  }

  async ask(count: number, body: (input: string) => object = template): Promise<WholeAnswer[]> {
    const answers: WholeAnswer[] = [];
    for (let index = 0; index < count; index += 1)
      answers.push(await this.chat.send(body(INPUTS[index % INPUTS.length] ?? '')));
    return answers;
  }

  async feedback(answer: WholeAnswer, success: boolean): Promise<void> {
    const sent = await fetch(`${service.url}/api/v1/feedback`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.tenant.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ call_id: answer.callId, success }),
    });
    expect(sent.status).toBe(200);
  }
}

/** Asks again until it is so; records are written behind the calls. */
async function eventually<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const value = await read();
    if (isSo(value) || performance.now() > deadline) return value;
    await pause(20);
  }
}

describe('a task group', () => {
  it('is named from the third request of its template on, and listed', async () => {
    const project = await Project.create();
    const answers = await project.ask(4);
    const ids = answers.map(({ headers }) => headers['x-svc-group']);
    expect(ids.slice(0, 2)).toEqual([undefined, undefined]);
    expect(ids[2]).toMatch(/^grp_/);
    expect(ids[3]).toBe(ids[2]);
    expect((await project.groups()).map(({ id }) => id)).toEqual([ids[2]]);
    const decision = await project.route.decide(template('Another one.'));
    expect(decision).toMatchObject({ group: { id: ids[2] } });
  });

  it('serves its assigned model as tier `group`, over every record, and again as before when it is taken away', async () => {
    const project = await Project.create();
    const [, , third] = await project.ask(3);
    const id = String(third?.headers['x-svc-group']);
    expect(
      (await project.admin.patch(`/groups/${id}`, { assigned_model: 'vendora/claude-haiku-4-5' })).status,
    ).toBe(200);
    const [assigned] = await project.ask(1);
    expect(assigned?.headers).toMatchObject({
      'x-svc-tier': 'group',
      'x-svc-model': 'vendora/claude-haiku-4-5',
      'x-svc-group': id,
    });
    await project.admin.patch(`/groups/${id}`, { assigned_model: null });
    const [back] = await project.ask(1);
    expect(back?.headers['x-svc-tier']).not.toBe('group');
  });

  it('never serves an assigned Chinese model after the toggle was turned off', async () => {
    const project = await Project.create();
    const [, , third] = await project.ask(3);
    const id = String(third?.headers['x-svc-group']);
    await project.admin.patch(`/groups/${id}`, { assigned_model: 'Qwen/Qwen3.7-Max' });
    expect((await project.ask(1))[0]?.headers['x-svc-model']).toBe('Qwen/Qwen3.7-Max');
    await project.admin.patch(`/projects/${project.tenant.projectId}`, {
      permissions: { chinese_models: false },
    });
    expect((await project.ask(1))[0]?.headers['x-svc-tier']).not.toBe('group');
  });

  it('serves the model that its record speaks for as tier `group-record`, until feedback turns it', async () => {
    const project = await Project.create({ tiers: { big: 'vendora/claude-sonnet-5-5', medium: MEDIUM } });
    const answers = await project.ask(14);
    const grouped = answers.filter(({ headers }) => headers['x-svc-group'] !== undefined);
    expect(grouped.length).toBeGreaterThanOrEqual(11);
    for (const answer of grouped.slice(0, 10)) await project.feedback(answer, true);
    const [picked] = await project.ask(1);
    expect(picked?.headers).toMatchObject({ 'x-svc-tier': 'group-record', 'x-svc-model': MEDIUM });
    for (const answer of grouped.slice(0, 6)) await project.feedback(answer, false);
    const [dropped] = await project.ask(1);
    expect(dropped?.headers['x-svc-tier']).toBe('default');
  });

  it('is never picked from by conversation, nor while automatic updates is off', async () => {
    const project = await Project.create({ tiers: { big: 'vendora/claude-sonnet-5-5', medium: MEDIUM } });
    const answers = await project.ask(13);
    for (const answer of answers.slice(3)) await project.feedback(answer, true);
    await project.admin.patch(`/projects/${project.tenant.projectId}`, {
      permissions: { automatic_updates: false },
    });
    expect((await project.ask(1))[0]?.headers['x-svc-tier']).toBe('default');
  });
});

describe('the contract check', () => {
  it('judges each model that answered a task of a group', async () => {
    const project = await Project.create();
    const contents = ['{}', '{}', '{}', '{"queue":"OTHER"}', 'no JSON', '{"queue":"PRODUCT"}'];
    for (const content of contents) service.provider.enqueue(jsonAnswer(chatCompletion({ content })));
    await project.ask(5, jsonTemplate);
    const [group] = await eventually(
      () => project.groups(),
      ([first]) => first !== undefined && first.records.length === 2,
    );
    expect(group?.records).toContainEqual(expect.objectContaining({ model: SMALL, judged: 3, succeeded: 2 }));
    expect(group?.records).toContainEqual(
      expect.objectContaining({ model: MEDIUM, judged: 1, succeeded: 1 }),
    );
  });

  it('stops the cascade of a group that escalates too often', async () => {
    const project = await Project.create();
    service.provider.respond(
      (request) => request.body.includes('gpt-oss'),
      () => jsonAnswer(chatCompletion({ content: 'no JSON' })),
    );
    service.provider.respond(
      (request) => request.body.includes('gpt-6.1-terra'),
      () => jsonAnswer(chatCompletion({ content: '{}' })),
    );
    const answers = await project.ask(12, jsonTemplate);
    expect(answers.map(({ headers }) => headers['x-svc-cascade'])).toEqual(Array(12).fill('escalated'));
    const after = await eventually(
      async () => (await project.ask(1, jsonTemplate))[0],
      (answer) => answer?.headers['x-svc-cascade'] === undefined,
    );
    expect(after?.headers).not.toHaveProperty('x-svc-cascade');
    expect(after?.headers['x-svc-model']).toBe(MEDIUM);
  });
});
