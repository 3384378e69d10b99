import { afterAll, beforeAll, expect, it } from 'vitest';
import { GroupIndex } from '../../src/records/groups/templates/group-index.js';
import { readDocument } from '../../src/records/groups/reading/read-document.js';
import { RecentRequests } from '../../src/records/groups/templates/recent-requests.js';
import {
  recognizeTemplate,
  type NewTemplate,
} from '../../src/records/groups/templates/recognize-template.js';
import { packFeatures } from '../../src/records/groups/stored-group.js';
import { scanTopLevel } from '../../src/wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../src/wire/openai/read-chat-view.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { AdminClient } from './admin-client.js';
import { ChatClient } from './chat-client.js';

/** What all inputs of one process happen to begin with: longer than the instruction, so it reads as the template's core. */
const CUSTOMER =
  'From Karin Olsen who has been a loyal customer of this shop in the old town of Bremen for many long years and who writes once more today because she would like to know what happened to';
const ENDS = ['the blue lamp', 'two wooden chairs', 'seven tea cups', 'her refund', 'the red kettle'];

let service: TestApplication;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestApplication();
  tenant = await seedTenant(service.dataSource);
});
afterAll(() => service.stop());

function body(input: string): { messages: object[] } {
  const instruction =
    'Decide which one of the queues BILLING, DELIVERY, PRODUCT or OTHER should handle this message. Return only the name of the queue in capital letters and nothing else.';
  return { messages: [{ role: 'user', content: `${instruction}\n\n${input}` }] };
}

/** What another process finds in other requests of the template. */
function templateOf(inputs: readonly string[]): NewTemplate {
  const recent = new RecentRequests();
  for (const input of inputs) {
    const view = readChatView(scanTopLevel(Buffer.from(JSON.stringify(body(input)))));
    const { projectId } = tenant;
    const found = recognizeTemplate(readDocument(view), { projectId, groups: new GroupIndex([]), recent });
    if (found.kind === 'found') return found.template;
  }
  throw new Error('no template');
}

async function send(input: string): Promise<string | undefined> {
  const { headers } = await new ChatClient(service.url, tenant.apiKey).send(body(input));
  return headers['x-svc-group'] as string | undefined;
}

it('a template that another process stored at the same time under another id becomes one group', async () => {
  const theirs = templateOf(['Where is my parcel?', 'The zipper broke.', 'I was charged twice.']);
  await send(`${CUSTOMER} ${ENDS[0]}`);
  await send(`${CUSTOMER} ${ENDS[1]}`);
  // Stored without a word on the change feed, as it is in the moment of the race.
  await service.dataSource.query(
    `INSERT INTO task_groups (id, project_id, name, task, fingerprint, basis, scope, features, seen_in, weak)
     VALUES ($1, $2, 'Theirs', 'classification', $1, $3, $4, $5, $6, $7)`,
    [
      theirs.id,
      tenant.projectId,
      theirs.basis,
      theirs.scope,
      packFeatures(theirs.features),
      theirs.distinct,
      theirs.weak,
    ],
  );
  const ours = await send(`${CUSTOMER} ${ENDS[2]}`);
  expect(ours).toMatch(/^grp_/);
  expect(ours).not.toBe(theirs.id);
  const { body: listed } = await new AdminClient(service.url).get(`/projects/${tenant.projectId}/groups`);
  expect((listed as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([theirs.id]);
  expect(await send(`${CUSTOMER} ${ENDS[3]}`)).toBe(theirs.id);
  expect(await send('Is the charger included?')).toBe(theirs.id);
});
