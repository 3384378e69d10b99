import openapiTypescript, { type OpenAPI3 } from 'openapi-typescript';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

let application: TestApplication;
beforeAll(async () => {
  application = await startTestApplication();
});
afterAll(() => application.stop());

const HEADER =
  '// Generated from /docs-json: npx vitest run --project e2e test/e2e/console-schema.spec.ts -u\n\n';

it("the console's types are those of the management API's document", async () => {
  const answer = await request(`${application.url}/docs-json`);
  const document = (await answer.body.json()) as OpenAPI3;
  document.paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).filter(([path]) => path.startsWith('/api/v1/admin/')),
  );
  const types = await openapiTypescript(document, { commentHeader: HEADER, immutableTypes: true });
  await expect(types).toMatchFileSnapshot('../../console/src/api/schema.ts');
});
