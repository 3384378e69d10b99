import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { ChatClient } from './chat-client.js';
import { AdminClient } from './admin-client.js';

let application: TestApplication;

beforeAll(async () => {
  application = await startTestApplication();
});
afterAll(() => application.stop());

function ask(token?: string): Promise<Response> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${application.url}/metrics`, { headers });
}

describe('the metrics', () => {
  it("are Prometheus text, for the operator's token", async () => {
    const answer = await ask(ADMIN_TOKEN);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    const text = await answer.text();
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)*\})? [\d.e+-]+|)$/);
    expect(text).toMatch(/^gateway_live_calls\{pid="\d+"\} 0$/m);
    expect(text).toMatch(/^process_resident_memory_bytes\{pid="\d+"\} \d{7,}$/m);
    expect(text).toMatch(/^gateway_event_loop_lag_seconds\{percentile="99",pid="\d+"\} [\d.e-]+$/m);
  });

  it('count calls, commits and refusals, by names that do not grow with traffic', async () => {
    const tenant = await seedTenant(application.dataSource);
    const client = new ChatClient(application.url, tenant.apiKey);
    await client.ask('vendorb/gpt-4o-mini');
    await client.ask('gpt-99');
    const text = await (await ask(ADMIN_TOKEN)).text();
    expect(text).toMatch(/^gateway_calls_total\{.*surface="chat".*status="200".*\} 1$/m);
    expect(text).toMatch(/^gateway_usage_commit_rows_count\{.*\} 1$/m);
    expect(text).toMatch(/^gateway_errors_total\{.*code="unpriced_model".*\} 1$/m);
    expect(text).not.toContain(tenant.organizationId);
  });

  it("are nobody else's: neither a key's, nor an organization's, nor everyone's", async () => {
    const tenant = await seedTenant(application.dataSource);
    const { token } = await new AdminClient(application.url).createToken(tenant.organizationId);
    for (const credential of [undefined, tenant.apiKey, token, `${ADMIN_TOKEN}x`]) {
      const answer = await ask(credential);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: { code: 'invalid_admin_token' } });
    }
  });
});
