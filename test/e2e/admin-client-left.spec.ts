import { connect } from 'node:net';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startTestApplication } from '../support/start-application.js';
import { seedTenant } from '../support/seed.js';
import { AdminClient } from './admin-client.js';

it('a stop does not wait for a client that left while its token was looked up', async () => {
  const application = await startTestApplication();
  const { organizationId, projectId } = await seedTenant(application.dataSource);
  const { token } = await new AdminClient(application.url).createToken(organizationId);
  const other = new pg.Client({ connectionString: application.database.url });
  await other.connect();
  await other.query('BEGIN');
  await other.query('LOCK TABLE admin_tokens IN ACCESS EXCLUSIVE MODE');

  const { port } = new URL(application.url);
  const client = connect(Number(port), '127.0.0.1');
  client.write(
    `GET /api/v1/admin/projects/${projectId} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  const waiting = async (): Promise<number> => {
    const [row] = await application.dataSource.query(
      `SELECT count(*)::int AS count FROM pg_locks WHERE relation = 'admin_tokens'::regclass AND NOT granted`,
    );
    return row.count as number;
  };
  await expect.poll(waiting).toBe(1);
  client.destroy();
  const server = application.app.getHttpServer();
  await expect
    .poll(
      () =>
        new Promise((resolve) => server.getConnections((_error: unknown, count: number) => resolve(count))),
    )
    .toBe(0);
  await other.query('COMMIT');
  await other.end();
  await expect.poll(waiting).toBe(0);

  // Breaks off with an error when something does not end.
  await application.stop();
});
