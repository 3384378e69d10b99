import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const BIG = 'vendora/claude-sonnet-5-5';
const CHINESE = 'deepseek-ai/DeepSeek-V4.1-Flash';

let application: TestApplication;
let operator: AdminClient;
let organizationId: string;
let projectId: string;
let routerId: string;

beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
  organizationId = await operator.createOrganization();
  projectId = await operator.createProject(organizationId);
  routerId = await create(projectId, { tiers: { big: BIG } });
});
afterAll(() => application.stop());

async function create(project: string, fields: object): Promise<string> {
  const { body } = await operator.post(`/projects/${project}/routers`, { name: 'Mine', ...fields });
  return body.id as string;
}

/** The same members refused at creation and by a change. */
async function refusals(fields: object) {
  const created = await operator.post(`/projects/${projectId}/routers`, { name: 'x', ...fields });
  return [created, await operator.patch(`/routers/${routerId}`, fields)];
}

interface Fault {
  readonly field: string;
  readonly message: string;
}

describe('a model that no tier can have', () => {
  it.each([
    ['vendorb/gpt-99-ultra', 'no price is known for `vendorb/gpt-99-ultra`'],
    ['vendora/claude-99', 'GET /api/v1/admin/models'],
    ['claude-haiku-4.5', 'Did you mean `vendora/claude-haiku-4-5`?'],
    ['nobody', 'there is no model `nobody`'],
    ['gpt-oss-120b', 'Did you mean `openai/gpt-oss-120b`?'],
    ['text-embedding-3-small', 'makes embeddings'],
    ['text-embedding-9', 'no price is known'],
    ['gpt-5-codex', 'Use `vendorb/gpt-5` instead'],
    ['llama3:8b', 'registered endpoint'],
    ['ft:gpt-4o:acme::1', 'fine-tuned'],
    ['auto', 'Name a model'],
    ['two words/x', 'white space'],
  ])('%s is 400 with the way out', async (model, words) => {
    for (const { status, body } of await refusals({ tiers: { medium: model } })) {
      expect([status, body.error]).toEqual([
        400,
        expect.objectContaining({
          type: 'invalid_request_error',
          code: 'invalid_router',
          param: 'tiers.medium',
          message: expect.stringContaining(words),
        }),
      ]);
    }
  });

  it('is listed with every other one', async () => {
    const tiers = { big: 'llama3:8b', medium: BIG, small: 'text-embedding-3-small' };
    for (const { status, body } of await refusals({ tiers, anchor_model: 'nobody' })) {
      const details = body.error.details as Fault[];
      expect(status).toBe(400);
      expect(details.map(({ field }) => field).sort()).toEqual(['anchor_model', 'tiers.big', 'tiers.small']);
      for (const { message } of details) expect(body.error.message).toContain(message);
    }
  });
});

describe('a body', () => {
  it.each<[object, string]>([
    [{ tiers: { huge: BIG } }, 'tiers.huge'],
    [{ tiers: { big: '' } }, 'tiers.big'],
    [{ tiers: { big: 7 } }, 'tiers.big'],
    [{ tiers: { big: [BIG] } }, 'tiers.big'],
    [{ tiers: { big: 'a\u0000b' } }, 'tiers.big'],
    [{ tiers: { big: 'x'.repeat(257) } }, 'tiers.big'],
    [{ tiers: [] }, 'tiers'],
    [{ tiers: null }, 'tiers'],
    [{ tiers: BIG }, 'tiers'],
    [{ name: '', tiers: { big: BIG } }, 'name'],
    [{ name: 'x'.repeat(201), tiers: { big: BIG } }, 'name'],
    [{ name: 'a\u0000', tiers: { big: BIG } }, 'name'],
    [{ name: null, tiers: { big: BIG } }, 'name'],
    [{ threshold: 1.01, tiers: { big: BIG } }, 'threshold'],
    [{ threshold: -0.1, tiers: { big: BIG } }, 'threshold'],
    [{ threshold: '0.5', tiers: { big: BIG } }, 'threshold'],
    [{ auto: 'yes', tiers: { big: BIG } }, 'auto'],
    [{ auto: null, tiers: { big: BIG } }, 'auto'],
    [{ anchor_model: null, tiers: { big: BIG } }, 'anchor_model'],
    [{ origin: 'default', tiers: { big: BIG } }, 'origin'],
    [{ label: 'From your code', tiers: { big: BIG } }, 'label'],
  ])('%.60j is 400 at the field', async (fields, field) => {
    for (const { status, body } of await refusals(fields))
      expect([status, body.error?.param]).toEqual([400, field]);
  });

  it('tells every bad field of its form at once', async () => {
    const fields = { name: 'a\u0000', threshold: 2, tiers: { big: 5, huge: BIG }, colour: 'red' };
    for (const { body } of await refusals(fields)) {
      const details = body.error.details as Fault[];
      expect(details.map(({ field }) => field).sort()).toEqual([
        'colour',
        'name',
        'threshold',
        'tiers.big',
        'tiers.huge',
      ]);
    }
  });

  it('without a name creates nothing', async () => {
    const answer = await operator.post(`/projects/${projectId}/routers`, { tiers: { big: BIG } });
    expect([answer.status, answer.body.error?.param]).toEqual([400, 'name']);
  });

  it.each([[{}], [{ tiers: {} }], [{ tiers: { big: null, small: null } }]])(
    'of a router without any model (%j) is 400',
    async (fields) => {
      const answer = await operator.post(`/projects/${projectId}/routers`, { name: 'Empty', ...fields });
      expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([
        400,
        'invalid_router',
        'tiers',
      ]);
    },
  );

  it('that takes the last model away is 400', async () => {
    const answer = await operator.patch(`/routers/${routerId}`, { tiers: { big: null } });
    expect([answer.status, answer.body.error?.param]).toEqual([400, 'tiers']);
    expect(answer.body.error.message).toContain('at least one of');
  });

  it.each([0, 1, 0.8, null])('may have the threshold %s', async (threshold) => {
    const answer = await operator.patch(`/routers/${routerId}`, { threshold });
    expect(answer).toMatchObject({ status: 200, body: { threshold } });
  });
});

describe("Chinese labs' models while they are off", () => {
  it.each([
    CHINESE,
    'deepseek/deepseek-v4.1-flash',
    'Qwen/Qwen3-235B-A22B-Instruct-2507',
    'qwen/qwen-made-up:free',
    'nvidia/DeepSeek-V3.2-NVFP4',
    'somebody/deepseek-r1-distill-llama-70b',
  ])('%s is 403 in any tier and as an anchor, and nothing is saved', async (model) => {
    const project = await operator.createProject(organizationId);
    const id = await create(project, { tiers: { big: BIG } });
    await operator.patch(`/projects/${project}`, { permissions: { chinese_models: false } });
    const answers = [
      [
        await operator.post(`/projects/${project}/routers`, { name: 'x', tiers: { small: model } }),
        'tiers.small',
      ],
      [await operator.patch(`/routers/${id}`, { name: 'x', tiers: { medium: model } }), 'tiers.medium'],
      [
        await operator.post(`/projects/${project}/routers`, { name: 'x', anchor_model: model }),
        'anchor_model',
      ],
    ] as const;
    for (const [answer, field] of answers)
      expect([answer.status, answer.body.error]).toEqual([
        403,
        expect.objectContaining({ type: 'permission_error', code: 'chinese_models_off', param: field }),
      ]);
    const { body } = await operator.get(`/projects/${project}/routers`);
    expect(body.data).toHaveLength(2);
    expect(body.data[1]).toMatchObject({ name: 'Mine', tiers: { big: BIG, medium: null, small: null } });
  });

  it('are listed behind what is wrong with the other tiers: 400', async () => {
    const project = await operator.createProject(organizationId);
    await operator.patch(`/projects/${project}`, { permissions: { chinese_models: false } });
    const tiers = { big: CHINESE, small: 'nobody' };
    const { status, body } = await operator.post(`/projects/${project}/routers`, { name: 'x', tiers });
    expect([status, (body.error.details as Fault[]).map(({ field }) => field)]).toEqual([
      400,
      ['tiers.small', 'tiers.big'],
    ]);
  });

  it('that a router holds already do not stand in the way of the toggle, nor of other changes', async () => {
    const project = await operator.createProject(organizationId);
    const id = await create(project, { tiers: { big: CHINESE } });
    const off = await operator.patch(`/projects/${project}`, { permissions: { chinese_models: false } });
    expect(off.status).toBe(200);
    expect((await operator.patch(`/routers/${id}`, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      tiers: { big: CHINESE },
    });
    expect((await operator.patch(`/routers/${id}`, { tiers: { small: BIG } })).status).toBe(200);
    expect((await operator.patch(`/routers/${id}`, { tiers: { big: CHINESE } })).status).toBe(403);
    expect((await operator.patch(`/routers/${id}`, { tiers: { big: null } })).status).toBe(200);
  });

  it('are never saved beside the toggle, however the two meet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const project = await operator.createProject(organizationId);
      const [saved] = await Promise.all([
        operator.post(`/projects/${project}/routers`, { name: 'x', tiers: { big: CHINESE } }),
        operator.patch(`/projects/${project}`, { permissions: { chinese_models: false } }),
      ]);
      expect([200, 403]).toContain(saved.status);
      const again = await operator.post(`/projects/${project}/routers`, {
        name: 'x',
        tiers: { big: CHINESE },
      });
      expect(again.status).toBe(403);
    }
  });
});
