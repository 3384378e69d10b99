import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';

let service: TestApplication;
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
  other = await seedTenant(service.dataSource);
});
afterAll(() => service.stop());

/** A route of each surface; what it answers to an empty body does not matter, only that the key opened it. */
const ROUTES = [
  ['POST', '/route'],
  ['POST', '/route/chat/completions'],
  ['POST', '/route/embeddings'],
  ['POST', '/messages'],
  ['POST', '/messages/count_tokens'],
  ['GET', '/models'],
  ['GET', '/route/models'],
  ['GET', '/route/batches'],
  ['POST', '/route/batches'],
  ['POST', '/route/batches/uploads'],
  ['GET', '/messages/batches'],
  ['POST', '/messages/batches'],
  ['POST', '/traces'],
  ['POST', '/feedback'],
  ['GET', '/key'],
] as const;
/** What SDKs find in the environment of a developer. */
const FOREIGN = [
  'Bearer sk-proj-of-somebody',
  'bearer sk-ant-oat01-of-somebody',
  'Bearer ',
  'Basic eDp5',
  'x',
];

function ask(method: string, path: string, headers: Record<string, string>): Promise<Response> {
  const body = method === 'POST' ? '{}' : undefined;
  return fetch(`${service.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

describe('a valid x-api-key', () => {
  it.each(ROUTES)("opens %s %s beside another vendor's Authorization", async (method, path) => {
    for (const authorization of FOREIGN) {
      const answer = await ask(method, `/api/v1${path}`, { authorization, 'x-api-key': tenant.apiKey });
      await answer.text();
      expect(answer.status, authorization).not.toBe(401);
      expect(answer.status, authorization).toBeLessThan(500);
    }
  });

  it('is not looked at beside a bearer with our prefix, valid or not', async () => {
    const both = (bearer: string) => ({ authorization: `Bearer ${bearer}`, 'x-api-key': tenant.apiKey });
    const answer = await ask('GET', '/api/v1/key', both(other.apiKey));
    expect(await answer.json()).toMatchObject({ project: { id: other.projectId } });
    expect((await ask('GET', '/api/v1/key', both('svc_live_revoked'))).status).toBe(401);
  });

  it('opens nothing in a pair of foreign ones', async () => {
    const headers = { authorization: 'Bearer sk-1', 'x-api-key': 'sk-ant-api03-1' };
    for (const [method, path] of ROUTES)
      expect((await ask(method, `/api/v1${path}`, headers)).status).toBe(401);
  });
});

describe('a valid token of the operator in x-api-key', () => {
  it.each(['/api/v1/admin/organizations', '/metrics'])('opens %s beside a foreign bearer', async (path) => {
    for (const authorization of [...FOREIGN, `Bearer ${tenant.apiKey}`])
      expect((await ask('GET', path, { authorization, 'x-api-key': ADMIN_TOKEN })).status).toBe(200);
    const authorization = 'Bearer svc_admin_revoked';
    expect((await ask('GET', path, { authorization, 'x-api-key': ADMIN_TOKEN })).status).toBe(401);
  });
});

describe('the official SDKs with a second credential from the environment', () => {
  it('Anthropic: an auth token of another place beside the key', async () => {
    const client = new Anthropic({
      baseURL: `${service.url}/api`,
      apiKey: tenant.apiKey,
      // As its Python SDK and Claude Code send it, with one credential given and the other one found.
      defaultHeaders: { authorization: 'Bearer sk-ant-oat01-of-somebody', 'x-api-key': tenant.apiKey },
    });
    expect((await client.models.list()).data.length).toBeGreaterThan(0);
  });

  it('OpenAI: the key in x-api-key beside its own', async () => {
    const client = new OpenAI({
      baseURL: `${service.url}/api/v1/route`,
      apiKey: 'sk-proj-of-somebody',
      defaultHeaders: { 'x-api-key': tenant.apiKey },
    });
    expect((await client.models.list()).data.length).toBeGreaterThan(0);
  });
});
