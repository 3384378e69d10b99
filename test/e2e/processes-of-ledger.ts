import path from 'node:path';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll } from 'vitest';
import { createDataSource } from '../../src/database/data-source.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { AdminClient } from './admin-client.js';
import { buildGateway, GatewayProcess, temporaryDirectory } from './process-gateway.js';
import { eventually } from './stream-call.js';

export interface ProcessOfLedger {
  readonly gateway: GatewayProcess;
  readonly admin: AdminClient;
}

/** Where a sweep is to stand still: somebody else holds what its statement waits for. */
export interface StandStill {
  /** SQL that takes a lock. */
  readonly lock: string;
  /** Words of the statement that waits for it. */
  readonly waits: string;
}

/** One database and one archive, and the product's own processes on them, one after the other. Ends them with the file. */
export class ProcessesOfLedger {
  tenant!: Tenant;
  dataSource!: DataSource;
  private database!: TestDatabase;
  private directory!: ReturnType<typeof temporaryDirectory>;

  constructor() {
    beforeAll(async () => {
      buildGateway();
      this.database = await createTestDatabase();
      this.directory = temporaryDirectory();
      this.dataSource = await createDataSource(this.database.url).initialize();
      this.tenant = await seedTenant(this.dataSource);
    }, 120_000);
    afterAll(async () => {
      await GatewayProcess.endAll();
      await this.dataSource.destroy();
      await this.database.drop();
      this.directory.remove();
    });
  }

  /** Of the archive. */
  get objects(): string {
    return path.join(this.directory.path, 'objects');
  }

  async start(): Promise<ProcessOfLedger> {
    const gateway = GatewayProcess.start(
      { DATABASE_URL: this.database.url, LEDGER_ARCHIVE: '60d', OBJECT_STORE_URL: `file://${this.objects}` },
      this.directory.path,
    );
    const { url, adminToken } = await gateway.welcome();
    return { gateway, admin: new AdminClient(url, adminToken) };
  }

  /** With SIGKILL, in the middle of a transaction of its sweep. */
  async killWhileItSweeps({ gateway, admin }: ProcessOfLedger, { lock, waits }: StandStill): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(lock);
      const sweeping = admin.post('/maintenance/sweep').catch(() => undefined);
      await eventually(async () => {
        const rows = await this.dataSource.query<unknown[]>(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
          [`%${waits}%`],
        );
        return rows.length > 0 ? true : undefined;
      }, `a statement that waits: ${waits}`);
      gateway.signal('SIGKILL');
      await gateway.exited;
      await sweeping;
    });
  }
}
