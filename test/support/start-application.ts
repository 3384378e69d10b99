import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { readSettings } from '../../src/config/read-settings.js';
import type { Environment } from '../../src/config/settings.js';
import type { SealingKeys } from '../../src/lib/secret-box.js';
import { serve } from '../../src/server/serve.js';
import { createLogger } from '../../src/http/logger.js';
import { dropTracesBeside, tracesUrlBeside } from './test-clickhouse.js';
import { FakeProvider } from './fake-provider.js';
import { owe } from './owed-ends.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export const ADMIN_TOKEN = 'svc_operator_for_tests_only';

/** The whole service on a free port, in front of a scripted provider, with a database of its own. */
export interface TestApplication {
  readonly url: string;
  /** Of the second listener, when it is on. */
  readonly batchGatewayUrl: string | undefined;
  readonly provider: FakeProvider;
  readonly database: TestDatabase;
  readonly dataSource: DataSource;
  readonly app: NestFastifyApplication;
  stop(): Promise<void>;
}

/** Environment on top of the test defaults; a `database` of another application makes a second replica. */
export interface TestApplicationOptions {
  readonly environment?: Environment;
  readonly database?: TestDatabase;
  readonly provider?: FakeProvider;
  readonly consoleFolder?: string;
  /** The providers are simulated, as in a first `npm start`. */
  readonly simulatorUrl?: string;
  /** Another than all applications of a run have. */
  readonly secretsKey?: SealingKeys;
}

const SECRETS_KEY = randomBytes(32);

/** Replicas on one database share their objects, as they must. */
const objectsOf = ({ url }: TestDatabase): string =>
  path.join(os.tmpdir(), `objects-of${new URL(url).pathname.replace('/', '-')}`);

export async function startTestApplication({
  environment = {},
  database,
  provider,
  consoleFolder,
  simulatorUrl,
  secretsKey = SECRETS_KEY,
}: TestApplicationOptions = {}): Promise<TestApplication> {
  const ownDatabase = database ?? (await createTestDatabase());
  const ownProvider = provider ?? (await FakeProvider.start());
  const settings = readSettings({
    ...testEnvironment(simulatorUrl === undefined ? ownProvider.url : undefined),
    OBJECT_STORE_URL: `file://${objectsOf(ownDatabase)}`,
    TRACES_URL: tracesUrlBeside(ownDatabase),
    ...environment,
  });
  const logger = createLogger(settings.logLevel);
  const server = await serve({
    settings,
    secrets: { adminToken: ADMIN_TOKEN, secretsKey },
    databaseUrl: ownDatabase.url,
    simulatorUrl,
    logger,
    consoleFolder,
  });
  return {
    url: server.url,
    batchGatewayUrl: server.batchGatewayUrl,
    provider: ownProvider,
    database: ownDatabase,
    dataSource: server.app.get(DataSource),
    app: server.app,
    stop: owe(async () => {
      await server.stop();
      if (provider === undefined) await ownProvider.close();
      if (database !== undefined) return;
      await ownDatabase.drop();
      await dropTracesBeside(ownDatabase);
      await rm(objectsOf(ownDatabase), { recursive: true, force: true });
    }),
  };
}

function testEnvironment(providerUrl: string | undefined): Environment {
  return {
    PORT: '0',
    BATCH_GATEWAY_PORT: 'off',
    SIMULATOR: 'off',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...(providerUrl !== undefined && accountsAt(providerUrl)),
  };
}

function accountsAt(providerUrl: string): Environment {
  return {
    PROVIDER_A_BASE_URL: `${providerUrl}/a`,
    PROVIDER_A_API_KEY: 'key-of-provider-a',
    PROVIDER_B_BASE_URL: `${providerUrl}/b/v1`,
    PROVIDER_B_API_KEY: 'key-of-provider-b',
    MARKETPLACE_BASE_URL: `${providerUrl}/m/api/v1`,
    MARKETPLACE_API_KEY: 'key-of-the-marketplace',
    HOSTED_BASE_URL: `${providerUrl}/h/v1`,
    HOSTED_MESSAGES_BASE_URL: `${providerUrl}/h/anthropic`,
    HOSTED_API_KEY: 'key-of-the-hosted-provider',
  };
}
