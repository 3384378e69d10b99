import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const API_KEY = 'sk-of-the-caller-4711';
const MAX_ENDPOINTS = 100;

let application: TestApplication;
let operator: AdminClient;
let organizationId: string;
let projectId: string;

beforeAll(async () => {
  application = await startTestApplication({ environment: { ALLOW_PRIVATE_ENDPOINTS: 'true' } });
  operator = new AdminClient(application.url);
  organizationId = await operator.createOrganization();
  projectId = await operator.createProject(organizationId);
});
afterAll(() => application.stop());

const anEndpoint = (fields: object = {}) => ({
  model: 'llama3:8b',
  base_url: 'https://models.example.com/v1',
  api_key: API_KEY,
  ...fields,
});

async function register(fields: object = {}, project = projectId): Promise<string> {
  const { status, body } = await operator.post(`/projects/${project}/endpoints`, anEndpoint(fields));
  expect([status, body]).toEqual([200, expect.objectContaining({ id: expect.stringMatching(/^end_/) })]);
  return (body as { id: string }).id;
}

describe('a registered endpoint', () => {
  it('is shown with everything but its key, which is kept encrypted', async () => {
    const created = await operator.post(
      `/projects/${projectId}/endpoints`,
      anEndpoint({ model: 'shown:1', upstream_model: 'llama3' }),
    );
    expect(created.body).toEqual({
      id: expect.stringMatching(/^end_/),
      project_id: projectId,
      model: 'shown:1',
      base_url: 'https://models.example.com/v1',
      upstream_model: 'llama3',
      has_api_key: true,
      headers: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const list = await operator.get(`/projects/${projectId}/endpoints`);
    expect(list.body.data).toContainEqual(created.body);
    expect(JSON.stringify([created.body, list.body])).not.toContain(API_KEY);

    const rows: { api_key_encrypted: Buffer }[] = await application.dataSource.query(
      'SELECT api_key_encrypted FROM registered_endpoints WHERE id = $1',
      [created.body.id],
    );
    expect(rows[0]?.api_key_encrypted.length).toBeGreaterThan(API_KEY.length);
    expect(rows[0]?.api_key_encrypted.includes(API_KEY)).toBe(false);
  });

  it('may have no key', async () => {
    const { body } = await operator.post(`/projects/${projectId}/endpoints`, {
      model: 'keyless:1',
      base_url: 'http://127.0.0.1:11434/v1',
    });
    expect(body).toMatchObject({ has_api_key: false, upstream_model: null });
  });

  it('keeps the base of an address with the path of a call at its end', async () => {
    const whole = 'https://models.example.com/v1/chat/completions';
    const created = await operator.post(
      `/projects/${projectId}/endpoints`,
      anEndpoint({ model: 'whole:1', base_url: whole }),
    );
    expect(created.body.base_url).toBe('https://models.example.com/v1');
    const base_url = 'https://models.example.com/v2/embeddings/';
    const moved = await operator.patch(`/endpoints/${created.body.id as string}`, { base_url });
    expect(moved.body.base_url).toBe('https://models.example.com/v2');
    const queried = await operator.post(
      `/projects/${projectId}/endpoints`,
      anEndpoint({ model: 'whole:2', base_url: `${whole}?api-version=1` }),
    );
    expect(queried.body.base_url).toBe('https://models.example.com/v1?api-version=1');
  });

  it('keeps what a change does not name', async () => {
    const id = await register({ model: 'kept:1', upstream_model: 'llama3' });
    const moved = await operator.patch(`/endpoints/${id}`, { base_url: 'https://models.example.com/v2' });
    expect(moved.body).toMatchObject({
      id,
      model: 'kept:1',
      base_url: 'https://models.example.com/v2',
      upstream_model: 'llama3',
      has_api_key: true,
    });
    expect((await operator.patch(`/endpoints/${id}`, {})).body).toEqual(moved.body);
    const renamed = await operator.patch(`/endpoints/${id}`, { model: 'kept:2', upstream_model: null });
    expect(renamed.body).toEqual({ ...moved.body, model: 'kept:2', upstream_model: null });
  });

  it('takes its key to another server only when told, and loses it by null', async () => {
    const id = await register({ model: 'moved:1' });
    for (const base_url of [
      'https://other.example.com/v1',
      'http://models.example.com/v1',
      'https://models.example.com:8443/v1',
    ]) {
      const { status, body } = await operator.patch(`/endpoints/${id}`, { base_url, upstream_model: 'x' });
      expect([base_url, status, body.error?.code, body.error?.param]).toEqual([
        base_url,
        400,
        'endpoint_key_required',
        'api_key',
      ]);
    }
    const list = await operator.get(`/projects/${projectId}/endpoints`);
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ id, base_url: 'https://models.example.com/v1', upstream_model: null }),
    );
    const base_url = 'https://other.example.com/v1';
    const told = await operator.patch(`/endpoints/${id}`, { base_url, api_key: API_KEY });
    expect(told.body).toMatchObject({ base_url, has_api_key: true });
    const without = await operator.patch(`/endpoints/${id}`, {
      base_url: 'https://third.example.com',
      api_key: null,
    });
    expect(without.body).toMatchObject({ base_url: 'https://third.example.com', has_api_key: false });
    // Without a key there is none to lose.
    expect((await operator.patch(`/endpoints/${id}`, { base_url })).status).toBe(200);
  });

  it('once deleted is unknown, and its model is free again', async () => {
    const id = await register({ model: 'gone:1' });
    expect((await operator.delete(`/endpoints/${id}`)).body).toEqual({ id, deleted: true });
    expect((await operator.delete(`/endpoints/${id}`)).status).toBe(404);
    expect((await operator.patch(`/endpoints/${id}`, { upstream_model: 'x' })).status).toBe(404);
    await register({ model: 'gone:1' });
  });

  it('is deleted by one of two that delete at once, and does not come back by a change at the same moment', async () => {
    const id = await register({ model: 'raced:1' });
    const answers = await Promise.all([
      operator.delete(`/endpoints/${id}`),
      operator.patch(`/endpoints/${id}`, { upstream_model: 'a' }),
      operator.delete(`/endpoints/${id}`),
      operator.patch(`/endpoints/${id}`, { upstream_model: 'b' }),
    ]);
    const [first, , second] = answers.map(({ status }) => status);
    expect([first, second].sort()).toEqual([200, 404]);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    const rows = await application.dataSource.query('SELECT 1 FROM registered_endpoints WHERE id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it("of another organization looks unknown to an organization's own token", async () => {
    const id = await register({ model: 'foreign:1' });
    const stranger = await operator.createOrganization('Strangers');
    const own = operator.withToken((await operator.createToken(organizationId)).token);
    const foreign = operator.withToken((await operator.createToken(stranger)).token);
    for (const answer of [
      await foreign.get(`/projects/${projectId}/endpoints`),
      await foreign.post(`/projects/${projectId}/endpoints`, anEndpoint({ model: 'foreign:2' })),
      await foreign.patch(`/endpoints/${id}`, { base_url: 'https://evil.example.com' }),
      await foreign.delete(`/endpoints/${id}`),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
    expect((await own.patch(`/endpoints/${id}`, { upstream_model: 'mine' })).body.upstream_model).toBe(
      'mine',
    );
  });
});

describe('a second endpoint for a model', () => {
  it('is refused with the id of the first, by registration and by change', async () => {
    const first = await register({ model: 'twice:1' });
    const other = await register({ model: 'twice:2' });
    for (const answer of [
      await operator.post(`/projects/${projectId}/endpoints`, anEndpoint({ model: 'twice:1' })),
      await operator.patch(`/endpoints/${other}`, { model: 'twice:1' }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({
        code: 'endpoint_exists',
        param: 'model',
        endpoint_id: first,
        message: expect.stringContaining(first),
      });
    }
  });

  it('is made once when two register at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        operator.post(`/projects/${projectId}/endpoints`, anEndpoint({ model: 'together:1' })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('may stand in another project', async () => {
    await register({ model: 'everywhere:1' });
    await register({ model: 'everywhere:1' }, await operator.createProject(organizationId));
  });
});

describe('the number of endpoints of a project', () => {
  it(`is at most ${MAX_ENDPOINTS}, also when the last two come at once`, async () => {
    const full = await operator.createProject(organizationId);
    await application.dataSource.query(
      `INSERT INTO registered_endpoints (id, project_id, model, base_url)
         SELECT 'end_full' || n, $1, 'filler:' || n, 'https://models.example.com' FROM generate_series(1, $2::int) n`,
      [full, MAX_ENDPOINTS - 1],
    );
    const answers = await Promise.all(
      ['last:1', 'last:2', 'last:3'].map((model) =>
        operator.post(`/projects/${full}/endpoints`, anEndpoint({ model })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.error.code).toBe('too_many_endpoints');
  });
});

describe('a registration that cannot be used', () => {
  it.each([
    [{ model: 'gpt-4o' }, 'invalid_endpoint_model', 'model'],
    [{ model: 'auto' }, 'invalid_endpoint_model', 'model'],
    [{ model: 'vendorb/gpt-4o' }, 'invalid_endpoint_model', 'model'],
    [{ model: 'meta-llama/llama-3:free' }, 'invalid_endpoint_model', 'model'],
    [{ model: 'ft:gpt-4o/acme' }, 'invalid_endpoint_model', 'model'],
    [{ model: 'llama3:8b:' }, 'invalid_endpoint_model', 'model'],
    [{ model: 'llama 3:8b' }, 'invalid_endpoint_model', 'model'],
    [{ model: 7 }, 'invalid_request', 'model'],
    [{ model: `a:${'b'.repeat(300)}` }, 'invalid_request', 'model'],
    [{ api_key: 'ключ' }, 'invalid_request', 'api_key'],
    [{ api_key: 'two words' }, 'invalid_request', 'api_key'],
    [{ api_key: 'line\nend' }, 'invalid_request', 'api_key'],
    [{ api_key: '' }, 'invalid_request', 'api_key'],
    [{ base_url: 'models.example.com' }, 'endpoint_address_refused', 'base_url'],
    [{ base_url: 'ftp://models.example.com' }, 'endpoint_address_refused', 'base_url'],
    [{ base_url: 'https://user:secret@models.example.com' }, 'endpoint_address_refused', 'base_url'],
    [{ base_url: 'https://models.example.com?key=1#x' }, 'endpoint_address_refused', 'base_url'],
    [{ headers: 'x-a: secret' }, 'invalid_request', 'headers'],
    [{ headers: ['secret'] }, 'invalid_request', 'headers'],
    [{ headers: null }, 'invalid_request', 'headers'],
    [{ headers: { 'x-a': 7 } }, 'invalid_request', 'headers.x-a'],
    [{ headers: { 'x-a': 'secret\r\nx-b: 1' } }, 'invalid_request', 'headers.x-a'],
    [{ headers: { host: 'secret' } }, 'invalid_request', 'headers.host'],
    [{ headers: { 'Content-Length': 'secret' } }, 'invalid_request', 'headers.Content-Length'],
    [{ headers: { Connection: 'secret' } }, 'invalid_request', 'headers.Connection'],
    [{ headers: { authorization: 'Basic secret' } }, 'invalid_request', 'headers.authorization'],
    [{ base_url: ['https://models.example.com'] }, 'invalid_request', 'base_url'],
    [{ teleport: true }, 'invalid_request', 'teleport'],
  ])('is 400 for %j, and so is such a change', async (fields, code, param) => {
    const id = await register({ model: `bad:${Math.random()}` });
    for (const answer of [
      await operator.post(
        `/projects/${projectId}/endpoints`,
        anEndpoint({ model: `bad:${Math.random()}`, ...fields }),
      ),
      await operator.patch(`/endpoints/${id}`, fields),
    ]) {
      expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([400, code, param]);
      expect(JSON.stringify(answer.body)).not.toMatch(/secret|ключ|two words/);
    }
  });

  it("is one of the service's own address, even where private ones are allowed", async () => {
    for (const base of [application.url, application.url.replace('127.0.0.1', 'localhost')]) {
      const answer = await operator.post(
        `/projects/${projectId}/endpoints`,
        anEndpoint({ base_url: `${base}/api/v1/route` }),
      );
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'endpoint_address_refused']);
      expect(answer.body.error.message).toContain('own hosts');
    }
  });
});
