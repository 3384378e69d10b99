import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleSignIns } from '../../src/auth/console/console-sign-ins.service.js';
import { makeFirstCredentials } from '../../src/server/first-credentials.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

const PERSON = { isTerminal: true };
const SERVED = { role: 'all', console: true } as const;

let application: TestApplication;
let replica: TestApplication;
beforeAll(async () => {
  application = await startTestApplication();
  replica = await startTestApplication({ database: application.database, provider: application.provider });
});
afterAll(async () => {
  await replica.stop();
  await application.stop();
});

const newSecret = (): Promise<string> => application.app.get(ConsoleSignIns, { strict: false }).create();

async function signIn(url: string, token: string) {
  const answer = await fetch(`${url}/api/v1/admin/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token }),
  });
  return { status: answer.status, cookie: answer.headers.getSetCookie()[0], text: await answer.text() };
}

async function organizationsAs(cookie: string | undefined): Promise<number> {
  const headers = {
    cookie: cookie?.split(';', 1)[0] ?? '',
    'sec-fetch-site': 'same-origin',
    'x-console': '1',
  };
  const answer = await fetch(`${application.url}/api/v1/admin/organizations`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

describe('the first start', () => {
  it('makes no link for a log, a worker or a service without a console, and none when it was not the first', async () => {
    const clean = async (signIn: Parameters<typeof makeFirstCredentials>) => {
      const made = await makeFirstCredentials(...signIn);
      await application.dataSource.query('TRUNCATE organizations CASCADE');
      return made;
    };
    expect(await clean([application.app, { ...SERVED, role: 'worker' }, PERSON])).toBeUndefined();
    for (const made of [
      await clean([application.app, SERVED, { isTerminal: false }]),
      await clean([application.app, { ...SERVED, console: false }, PERSON]),
    ])
      expect(made).toEqual({ apiKey: expect.stringMatching(/^svc_live_/), signIn: undefined });
    const first = await makeFirstCredentials(application.app, SERVED, PERSON);
    expect(first?.signIn).toMatch(/^svc_signin_[\w-]{32}$/);
    expect(await makeFirstCredentials(replica.app, SERVED, PERSON)).toBeUndefined();
  });
});

describe('the secret of a sign-in link', () => {
  it('signs in as the operator, once, on any process', async () => {
    const secret = await newSecret();
    const first = await signIn(replica.url, secret);
    expect(first.status).toBe(200);
    expect(JSON.parse(first.text)).toMatchObject({ object: 'console_session', scope: 'operator' });
    expect(await organizationsAs(first.cookie)).toBe(200);
    for (const { url } of [application, replica]) {
      const again = await signIn(url, secret);
      expect([again.status, again.cookie]).toEqual([401, undefined]);
      expect(JSON.parse(again.text)).toMatchObject({
        error: { code: 'invalid_admin_token', message: expect.stringContaining('used') },
      });
      expect(again.text).not.toContain(secret);
    }
    expect(await organizationsAs(first.cookie)).toBe(200);
  });

  it('makes one session when it is used many times at once', async () => {
    const secret = await newSecret();
    const urls = Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? application.url : replica.url));
    const answers = await Promise.all(urls.map((url) => signIn(url, secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
    expect(answers.filter(({ cookie }) => cookie !== undefined)).toHaveLength(1);
  });

  it('is kept as a digest, and is not the token', async () => {
    const secret = await newSecret();
    const [row] = await application.dataSource.query<{ text: string }[]>(
      'SELECT string_agg(s::text, $1) AS text FROM console_sign_ins s',
      [' '],
    );
    expect(row?.text).not.toContain('svc_signin_');
    expect(row?.text).not.toContain(ADMIN_TOKEN);
    const answer = await fetch(`${application.url}/api/v1/admin/organizations`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(answer.status).toBe(401);
    await answer.arrayBuffer();
    expect((await signIn(application.url, secret)).status).toBe(200);
  });

  it.each([
    ['is over', "UPDATE console_sign_ins SET expires_at = now() - interval '1 second'"],
    [
      'was made under another token of the operator',
      "UPDATE console_sign_ins SET token_hash = repeat('0', 64)",
    ],
  ])('opens nothing when it %s', async (_name, change) => {
    const secret = await newSecret();
    await application.dataSource.query(change);
    expect((await signIn(application.url, secret)).status).toBe(401);
  });

  it('that nobody used is deleted when it is over and another one is made', async () => {
    await newSecret();
    await application.dataSource.query(
      "UPDATE console_sign_ins SET expires_at = now() - interval '1 second'",
    );
    await newSecret();
    const [left] = await application.dataSource.query<{ n: string }[]>(
      'SELECT count(*) AS n FROM console_sign_ins',
    );
    expect(left?.n).toBe('1');
  });

  it('that is none is refused as one that was used', async () => {
    expect((await signIn(application.url, `svc_signin_${'x'.repeat(32)}`)).status).toBe(401);
  });
});
