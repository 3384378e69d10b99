import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTenant, type Tenant } from '../support/seed.js';
import { ADMIN_TOKEN, startTestApplication, type TestApplication } from '../support/start-application.js';
import { sampleOf, type SampledSchema } from '../support/swagger-sample.js';

interface ShownParameter {
  readonly in: string;
  readonly name: string;
  readonly example?: unknown;
  readonly schema?: { readonly example?: unknown };
}

interface ShownDocument {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        parameters?: readonly ShownParameter[];
        requestBody?: { content: Record<string, { schema: SampledSchema }> };
      }
    >
  >;
  readonly components: { schemas: Record<string, SampledSchema> };
}

/** Only Stripe posts there, with a signature that nobody can paste. */
const NOT_FOR_PEOPLE = '/api/v1/webhooks/stripe';

let application: TestApplication;
let tenant: Tenant;
let document: ShownDocument;

beforeAll(async () => {
  application = await startTestApplication();
  tenant = await seedTenant(application.dataSource);
  document = (await (await fetch(`${application.url}/docs-json`)).json()) as ShownDocument;
});
afterAll(() => application.stop());

function shownBody(path: string, method: string): unknown {
  const schema = document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
  return schema && sampleOf(schema, document.components.schemas);
}

async function paste(path: string, token: string): Promise<[number, string]> {
  const address = path
    .replace('organizations/{id}', `organizations/${tenant.organizationId}`)
    .replace('projects/{id}', `projects/${tenant.projectId}`);
  const answer = await fetch(application.url + address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(shownBody(path, 'post')),
  });
  return [answer.status, await answer.text()];
}

describe('the bodies that Swagger UI fills in', () => {
  it('hold no placeholders', () => {
    const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [`${method} ${path}`, JSON.stringify(shownBody(path, method))]),
    );
    expect(bodies.length).toBeGreaterThan(40);
    const poor = bodies.filter(
      ([name, body]) =>
        !name?.includes(NOT_FOR_PEOPLE) && /"string"|additionalProp|\[\{\}\]/.test(body ?? ''),
    );
    expect(poor).toEqual([]);
  });

  it.each(['/api/v1/route', '/api/v1/traces', '/api/v1/route/batches/quote'])(
    'POST %s is accepted as it is shown',
    async (path) => {
      const [status, text] = await paste(path, tenant.apiKey);
      expect([status, text]).toEqual([200, expect.not.stringContaining('rejectedSpans')]);
    },
  );

  it.each([
    '/api/v1/admin/organizations',
    '/api/v1/admin/organizations/{id}/credits',
    '/api/v1/admin/organizations/{id}/projects',
    '/api/v1/admin/organizations/{id}/admin-tokens',
    '/api/v1/admin/projects/{id}/keys',
    '/api/v1/admin/projects/{id}/routers',
    '/api/v1/admin/maintenance/sweep',
  ])('POST %s is accepted as it is shown', async (path) => {
    const [status, text] = await paste(path, ADMIN_TOKEN);
    expect([status, text]).toEqual([200, expect.any(String)]);
  });
});

it('no filter of a list is filled in by Swagger UI: what is shown would look empty', () => {
  const parameters = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods)
      .flatMap((method) => method.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => ({ place: `${path} ${parameter.name}`, parameter })),
  );
  expect(parameters.length).toBeGreaterThan(40);
  const filledIn = parameters.filter(
    ({ parameter: { example, schema } }) => (example ?? schema?.example) !== undefined,
  );
  expect(filledIn.map(({ place }) => place)).toEqual([]);
});
