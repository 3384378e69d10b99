import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
import { askClickHouse, tracesUrlBeside } from '../support/test-clickhouse.js';
import { AdminClient } from './admin-client.js';
import { TracesClient } from './traces-client.js';

type AdminAnswer = ReturnType<AdminClient['get']>;

/** A service, a tenant who may send as many spans as the test likes, and both ways to look at them. */
export interface TracesSetUp {
  readonly service: TestApplication;
  readonly admin: AdminClient;
  readonly tenant: Tenant;
  readonly traces: TracesClient;
  readonly list: (query?: string, projectId?: string) => AdminAnswer;
  readonly detail: (traceId: string, projectId?: string) => AdminAnswer;
}

export async function startTraces(): Promise<TracesSetUp> {
  const service = await startTestApplication();
  const admin = new AdminClient(service.url);
  const tenant = await seedTenant(service.dataSource, { rateLimits: { traces: 'unlimited' } });
  return {
    service,
    admin,
    tenant,
    traces: new TracesClient(service.url, tenant.apiKey),
    list: (query = '', projectId = tenant.projectId) => admin.get(`/projects/${projectId}/traces${query}`),
    detail: (traceId, projectId = tenant.projectId) => admin.get(`/projects/${projectId}/traces/${traceId}`),
  };
}

/** What the store really holds of a trace's spans, whichever store it is. */
export async function storedBodies(
  { database, dataSource }: TestApplication,
  traceId: string,
): Promise<string> {
  const tracesUrl = tracesUrlBeside(database);
  if (tracesUrl === undefined)
    return JSON.stringify(
      await dataSource.query(`SELECT body FROM trace_spans WHERE trace_id = $1`, [traceId]),
    );
  const name = new URL(tracesUrl).pathname.slice(1);
  return askClickHouse(`SELECT body FROM \`${name}\`.trace_spans WHERE trace_id = '${traceId}'`);
}
