import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin', 'x-console': '1' };

let application: TestApplication;
let operator: AdminClient;
beforeAll(async () => {
  application = await startTestApplication();
  operator = new AdminClient(application.url);
});
afterAll(() => application.stop());

type Headers = Record<string, string>;

async function send(
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH',
  path: string,
  headers: Headers,
  body?: unknown,
) {
  const answer = await request(`${application.url}/api/v1/admin${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const json = (await answer.body.json()) as { error?: { code: string; param: string } } & Record<
    string,
    unknown
  >;
  return { status: answer.statusCode, headers: answer.headers, json };
}

async function signIn(token = ADMIN_TOKEN, headers: Headers = {}) {
  const answer = await send('POST', '/console/session', headers, { token });
  const setCookie = String(answer.headers['set-cookie']);
  return { answer, setCookie, cookie: setCookie.split(';', 1)[0] ?? '' };
}

const codeOf = ({ status, json }: Awaited<ReturnType<typeof send>>) => [status, json.error?.code];

describe('signing in', () => {
  it('sets a cookie that no script reads and no other site sends, without the token in it', async () => {
    const { answer, setCookie } = await signIn();
    expect(answer).toMatchObject({
      status: 200,
      json: { object: 'console_session', scope: 'operator', organization_id: null },
    });
    expect(setCookie).toMatch(
      /^svc_console=svc_session_[\w-]{32}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const [row] = await application.dataSource.query<{ text: string }[]>(
      'SELECT string_agg(s::text, $1) AS text FROM console_sessions s',
      [' '],
    );
    expect(row?.text).not.toContain('svc_session_');
    expect(row?.text).not.toContain(ADMIN_TOKEN);
    const secure = await signIn(ADMIN_TOKEN, { 'x-forwarded-proto': 'https' });
    expect(secure.setCookie).toMatch(/; Secure$/);
  });

  it.each([
    ['a wrong token', { token: 'wrong' }, {}, [401, 'invalid_admin_token']],
    ['no token', {}, {}, [400, 'invalid_request']],
    ['an empty token', { token: '' }, {}, [400, 'invalid_request']],
    ['more than a token', { token: ADMIN_TOKEN, name: 'x' }, {}, [400, 'invalid_request']],
    [
      'a page of another site',
      { token: ADMIN_TOKEN },
      { 'sec-fetch-site': 'cross-site' },
      [403, 'cross_site'],
    ],
    [
      'a browser under a name that is not ours',
      { token: ADMIN_TOKEN },
      { 'sec-fetch-site': 'same-origin', host: 'evil.example' },
      [403, 'foreign_host'],
    ],
  ])('is refused with %s', async (_name, body, headers: Headers, expected) => {
    const answer = await send('POST', '/console/session', headers, body);
    expect(codeOf(answer)).toEqual(expected);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('a session', () => {
  it('opens what its token opens, to pages of this origin', async () => {
    const organizationId = await operator.createOrganization();
    const { token } = await operator.createToken(organizationId);
    const other = await operator.createOrganization();
    const { cookie, answer } = await signIn(token);
    expect(answer.json).toMatchObject({ scope: 'organization', organization_id: organizationId });
    const headers = { cookie, ...SAME_ORIGIN };
    expect((await send('GET', `/organizations/${organizationId}`, headers)).status).toBe(200);
    expect((await send('GET', `/organizations/${other}`, headers)).status).toBe(404);
    expect(codeOf(await send('GET', '/audit', headers))).toEqual([403, 'operator_only']);
    const change = await send('PATCH', `/organizations/${organizationId}`, headers, { name: 'Renamed' });
    expect(change.json).toMatchObject({ name: 'Renamed' });
    const [entry] = (await operator.get(`/organizations/${organizationId}/audit?limit=1`)).body.data;
    expect(entry).toMatchObject({ action: 'organization.change', who_name: 'ci' });
  });

  it.each<[string, Headers]>([
    ['without Sec-Fetch-Site', { 'x-console': '1' }],
    ['of another site', { ...SAME_ORIGIN, 'sec-fetch-site': 'cross-site' }],
    ['of a sister site', { ...SAME_ORIGIN, 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { ...SAME_ORIGIN, 'sec-fetch-site': 'none' }],
    ['without x-console', { 'sec-fetch-site': 'same-origin' }],
    ['with another x-console', { ...SAME_ORIGIN, 'x-console': 'yes' }],
  ])('is 403 on a request %s', async (_name, headers) => {
    const { cookie } = await signIn();
    for (const method of ['GET', 'POST'] as const)
      expect(codeOf(await send(method, '/organizations', { cookie, ...headers }))).toEqual([
        403,
        'cross_site',
      ]);
    expect(codeOf(await send('DELETE', '/console/session', { cookie, ...headers }))).toEqual([
      403,
      'cross_site',
    ]);
    expect((await send('GET', '/organizations', { cookie, ...SAME_ORIGIN })).status).toBe(200);
  });

  it('is 403 under a name that is not ours', async () => {
    const { cookie } = await signIn();
    const headers = { cookie, ...SAME_ORIGIN };
    for (const host of ['evil.example', 'localhost.evil.example', '203.0.113.9:8080'])
      expect((await send('GET', '/organizations', { ...headers, host })).status).toBe(403);
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:80'])
      expect((await send('GET', '/organizations', { ...headers, host })).status).toBe(200);
  });

  it('goes behind a token that is sent', async () => {
    const { cookie } = await signIn();
    const headers = { cookie, authorization: 'Bearer svc_admin_wrong' };
    expect((await send('GET', '/organizations', { ...headers, ...SAME_ORIGIN })).status).toBe(401);
    const right = { cookie, authorization: `Bearer ${ADMIN_TOKEN}` };
    expect((await send('GET', '/organizations', right)).status).toBe(200);
  });

  it('opens no calls of models and no metrics', async () => {
    const { cookie } = await signIn();
    for (const path of ['/metrics', '/api/v1/route/batches', '/api/v1/account'])
      expect((await fetch(application.url + path, { headers: { cookie, ...SAME_ORIGIN } })).status).not.toBe(
        200,
      );
  });

  it('ends with its sign-out', async () => {
    const { cookie } = await signIn();
    const headers = { cookie, ...SAME_ORIGIN };
    const answer = await send('DELETE', '/console/session', headers);
    expect(answer.json).toEqual({ object: 'console_session', deleted: true });
    expect(String(answer.headers['set-cookie'])).toMatch(/^svc_console=; Max-Age=0; /);
    expect(codeOf(await send('GET', '/organizations', headers))).toEqual([401, 'invalid_admin_token']);
    expect((await send('DELETE', '/console/session', headers)).status).toBe(200);
    expect((await send('DELETE', '/console/session', {})).status).toBe(200);
  });

  it('ends with its token', async () => {
    const organizationId = await operator.createOrganization();
    const { id, token } = await operator.createToken(organizationId);
    const { cookie } = await signIn(token);
    const headers = { cookie, ...SAME_ORIGIN };
    expect((await send('GET', '/organizations', headers)).status).toBe(200);
    await operator.delete(`/admin-tokens/${id}`);
    expect((await send('GET', '/organizations', headers)).status).toBe(401);
    expect((await signIn(token)).answer.status).toBe(401);
  });

  it('of the operator ends when the token is another one, and every one after eight hours', async () => {
    const first = await signIn();
    await application.dataSource.query("UPDATE console_sessions SET token_hash = repeat('0', 64)");
    expect((await send('GET', '/organizations', { cookie: first.cookie, ...SAME_ORIGIN })).status).toBe(401);
    const second = await signIn();
    await application.dataSource.query(
      "UPDATE console_sessions SET expires_at = now() - interval '1 second'",
    );
    expect((await send('GET', '/organizations', { cookie: second.cookie, ...SAME_ORIGIN })).status).toBe(401);
    await signIn();
    const [left] = await application.dataSource.query<{ n: string }[]>(
      'SELECT count(*) AS n FROM console_sessions',
    );
    expect(left?.n).toBe('1');
  });

  it('makes room for later ones: fifty of a token', async () => {
    const { cookie } = await signIn();
    for (let turn = 0; turn < 50; turn += 1) await signIn();
    expect((await send('GET', '/organizations', { cookie, ...SAME_ORIGIN })).status).toBe(401);
  });
});
