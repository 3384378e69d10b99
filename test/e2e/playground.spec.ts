import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatEvents } from '../support/recordings/openai-answers.js';
import { gate, jsonAnswer, streamAnswer } from '../support/recordings/script.js';
import { balanceOf, chargesOf, seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient, WholeAnswer } from './chat-client.js';
import { eventually } from './stream-call.js';

const TERRA = 'vendorb/gpt-6.1-terra';
const HELLO = { model: TERRA, messages: [{ role: 'user', content: 'Hi' }] };

let service: TestApplication;
let operator: AdminClient;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  operator = new AdminClient(service.url);
});
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource);
});
afterEach(() => service.provider.reset());
afterAll(() => service.stop());

interface Options {
  readonly headers?: Record<string, string>;
  readonly projectId?: string;
  readonly signal?: AbortSignal;
}
const asOperator = (): Record<string, string> => ({ authorization: `Bearer ${operator.bearer}` });

function open(body: unknown, { headers = asOperator(), projectId = tenant.projectId, signal }: Options = {}) {
  return request(`${service.url}/api/v1/admin/projects/${projectId}/playground/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  });
}

async function send(body: unknown, options?: Options): Promise<WholeAnswer> {
  const answer = await open(body, options);
  return new WholeAnswer(answer.statusCode, answer.headers, Buffer.from(await answer.body.arrayBuffer()));
}

const receipt = async (callId: string) => (await operator.get(`/calls/${callId}`)).body;
const keys = async () => (await operator.get(`/projects/${tenant.projectId}/keys`)).body.data as Key[];
interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
}
const consoleKey = async () => (await keys()).filter(({ name }) => name === 'Console');

describe('a call of the playground', () => {
  it('is answered, billed and logged as any call, under the key `Console`', async () => {
    const answer = await send(HELLO);
    const same = await new ChatClient(service.url, tenant.apiKey).send(HELLO);
    expect([answer.status, answer.json]).toEqual([200, same.json]);
    const names = (headers: object) =>
      Object.keys(headers)
        .filter((name) => name.startsWith('x-'))
        .sort();
    expect(names(answer.headers)).toEqual(names(same.headers));
    const key = await consoleKey();
    expect(key).toEqual([expect.objectContaining({ prefix: '', revoked_at: null })]);
    const shown = await receipt(answer.callId);
    const ordinary = await receipt(same.callId);
    expect(shown).toMatchObject({
      key_id: key[0]?.id,
      key_name: 'Console',
      project_id: tenant.projectId,
      surface: 'chat',
      status: 200,
      served_model: TERRA,
      billed_usd: ordinary.billed_usd,
    });
    expect(ordinary.key_name).toBe('Test');
    expect(await chargesOf(service.dataSource, answer.callId)).toHaveLength(1);
    expect((await balanceOf(service.dataSource, tenant.organizationId)).equalsLedger).toBe(true);
    const own = await new AdminClient(service.url).get(
      `/projects/${tenant.projectId}/calls?key=${key[0]?.id ?? ''}`,
    );
    expect(own.body.data).toEqual([shown]);
  });

  it('has one key a project, however many calls come first at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(HELLO)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    expect(await consoleKey()).toHaveLength(1);
    const { body } = await operator.get(`/projects/${tenant.projectId}/usage?group_by=key`);
    const [key] = await consoleKey();
    expect(body.data).toEqual([expect.objectContaining({ key: key?.id, requests: 8 })]);
  });

  it('goes through the router, and its session is pinned, as with a key of the project', async () => {
    const routed = await send({ ...HELLO, model: 'auto', session_id: 'draft' });
    expect(routed.status).toBe(200);
    expect(routed.headers['x-svc-router']).toBe(tenant.routerId);
    const again = await send({ ...HELLO, model: 'auto', session_id: 'draft' });
    expect(again.headers['x-svc-tier']).toBe('pinned');
  });

  it('streams, with the usage chunk and the receipt by its id', async () => {
    const answer = await send({ ...HELLO, stream: true });
    expect(answer.headers['content-type']).toContain('text/event-stream');
    expect(answer.text).toMatch(/"cost":[\d.e-]+.*\n\ndata: \[DONE\]\n\n$/);
    expect(await receipt(answer.callId)).toMatchObject({ stream: true, key_name: 'Console' });
  });

  it('that is stopped stops its provider, and pays for what was streamed', async () => {
    const held = gate();
    service.provider.enqueue(streamAnswer(...chatEvents(['twelve bytes']).slice(0, 2), held));
    const leaving = new AbortController();
    const answer = await open({ ...HELLO, stream: true }, { signal: leaving.signal });
    for await (const chunk of answer.body) {
      if (!String(chunk).includes('twelve bytes')) continue;
      leaving.abort();
      break;
    }
    await (
      await service.provider.nextRequest()
    ).aborted;
    const callId = String(answer.headers['x-svc-call-id']);
    const shown = await eventually(async () => {
      const { status, body } = await operator.get(`/calls/${callId}`);
      return status === 200 ? (body as { status: number; billed_usd: number }) : undefined;
    }, 'a receipt');
    expect(shown.status).toBe(499);
    expect(shown.billed_usd).toBeGreaterThan(0);
  });

  it("shows a provider's error as a call does", async () => {
    service.provider.enqueue(jsonAnswer({ error: { message: 'Broken.' } }, { status: 500 }));
    const answer = await send(HELLO);
    expect([answer.status, answer.error.message]).toEqual([500, 'Broken.']);
    expect(answer.headers['x-svc-error-source']).toBe('upstream');
    expect(await eventually(() => receipt(answer.callId).then((row) => row.id), 'a row')).toBe(answer.callId);
  });
});

describe('the playground', () => {
  it('opens with a session of the console, and to no other site', async () => {
    const { headers } = await operator.post('/console/session', { token: operator.bearer });
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
    const answer = await send(HELLO, {
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-console': '1' },
    });
    expect(answer.status).toBe(200);
    const foreign = await send(HELLO, { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    expect([foreign.status, foreign.error.code]).toEqual([403, 'cross_site']);
    expect(service.provider.requests).toHaveLength(1);
  });

  it("is an organization's for its own projects, and unknown for others", async () => {
    const own = (await operator.createToken(tenant.organizationId)).token;
    const other = (await operator.createToken(await operator.createOrganization())).token;
    expect((await send(HELLO, { headers: { authorization: `Bearer ${own}` } })).status).toBe(200);
    const answer = await send(HELLO, { headers: { authorization: `Bearer ${other}` } });
    expect([answer.status, answer.error.code]).toEqual([404, 'not_found']);
    expect(answer.headers['x-svc-call-id']).toMatch(/^call_/);
  });

  it.each<[string, () => Record<string, string>]>([
    ['no credential', () => ({})],
    ['a key of the project', () => ({ authorization: `Bearer ${tenant.apiKey}` })],
  ])('does not open with %s', async (_name, headers) => {
    const answer = await send(HELLO, { headers: headers() });
    expect([answer.status, answer.error.code]).toEqual([401, 'invalid_admin_token']);
  });

  it('is unknown for a project that is not there, or no more', async () => {
    const missing = await send(HELLO, { projectId: 'prj_nothing' });
    expect([missing.status, missing.error.code]).toEqual([404, 'not_found']);
    expect((await send(HELLO)).status).toBe(200);
    await operator.delete(`/projects/${tenant.projectId}`);
    const deleted = await send(HELLO);
    expect([deleted.status, deleted.error.code]).toEqual([404, 'not_found']);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '{', 'invalid_json'],
    ['nothing', '', 'invalid_json'],
    ['no messages', { model: TERRA }, 'invalid_request'],
    ['a model without a price', { ...HELLO, model: 'vendora/nothing' }, 'unpriced_model'],
    ['too much', { ...HELLO, padding: 'x'.repeat(1_100_000) }, 'request_too_large'],
  ])('refuses a body with %s as chat does', async (_name, body, code) => {
    const client = new ChatClient(service.url, tenant.apiKey);
    const usual = await client.send(typeof body === 'string' ? body : JSON.stringify(body));
    const answer = await send(body);
    expect([answer.status, answer.error]).toEqual([usual.status, usual.error]);
    expect(usual.error.code).toBe(code);
    expect(answer.headers['x-svc-error-source']).toBe('gateway');
  });

  it('takes from a bucket of its own, and says what is left', async () => {
    const rateLimits = { inference: { per_second: 0.001, burst: 2 } };
    tenant = await seedTenant(service.dataSource, { rateLimits });
    const other = await seedTenant(service.dataSource, { rateLimits });
    const first = await send(HELLO);
    expect([first.status, first.headers['x-ratelimit-remaining-requests']]).toEqual([200, '1']);
    await send(HELLO);
    const third = await send(HELLO);
    expect([third.status, third.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect((await send(HELLO, { projectId: other.projectId })).status).toBe(200);
    expect((await new ChatClient(service.url, tenant.apiKey).send(HELLO)).status).toBe(200);
  });

  it('spends nothing of an empty balance', async () => {
    tenant = await seedTenant(service.dataSource, { balanceUsd: '0' });
    const answer = await send(HELLO);
    expect([answer.status, answer.error.code]).toEqual([402, 'insufficient_balance']);
    expect(service.provider.requests).toEqual([]);
  });

  it('follows the permissions of its project at once', async () => {
    const chinese = { ...HELLO, model: 'zai-org/GLM-5.3' };
    expect((await send(chinese)).status).toBe(200);
    await operator.patch(`/projects/${tenant.projectId}`, { permissions: { chinese_models: false } });
    const refused = await send(chinese);
    expect([refused.status, refused.error.code]).toEqual([403, 'chinese_models_off']);
  });

  it('changes nothing: the audit log does not hear of it', async () => {
    await send(HELLO);
    const { body } = await operator.get(`/organizations/${tenant.organizationId}/audit`);
    expect(body.data).toEqual([]);
  });
});

describe('the key `Console`', () => {
  it('cannot be revoked, for nobody holds it', async () => {
    await send(HELLO);
    const [key] = await consoleKey();
    const { status, body } = await operator.delete(`/keys/${key?.id ?? ''}`);
    expect([status, body.error.code]).toEqual([409, 'console_key']);
    expect((await send(HELLO)).status).toBe(200);
  });

  it.each(['console:', 'svc_live_console:'])('opens nothing: %s', async (prefix) => {
    await send(HELLO);
    const client = new ChatClient(service.url, `${prefix}${tenant.projectId}`);
    expect((await client.send(HELLO)).status).toBe(401);
  });
});
