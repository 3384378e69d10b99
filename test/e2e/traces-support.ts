import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';
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
