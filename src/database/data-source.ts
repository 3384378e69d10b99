import { DataSource } from 'typeorm';
import { DatabaseClient } from './database-client.js';
import { Dialer } from './dialer.js';
import { CreateProviderOutages1796001100000 } from './migrations/1796001100000-create-provider-outages.js';
import { KeepAccountsOfPortions1796001100001 } from './migrations/1796001100001-keep-accounts-of-portions.js';
import { CreateCachedAnswers1796001350000 } from './migrations/1796001350000-create-cached-answers.js';
import { EndpointHeaders1796001250000 } from './migrations/1796001250000-endpoint-headers.js';
import { LetRoutersFallBack1796001100002 } from './migrations/1796001100002-let-routers-fall-back.js';
import { FindCallsFaster1796000550000 } from './migrations/1796000550000-find-calls-faster.js';
import { KeepAttribution1796000600000 } from './migrations/1796000600000-keep-attribution.js';
import { CreateFoundation1764300000000 } from './migrations/1764300000000-create-foundation.js';
import { CreateTaskGroups1764310000000 } from './migrations/1764310000000-create-task-groups.js';
import { CreateJudgedTasks1764311000000 } from './migrations/1764311000000-create-judged-tasks.js';
import { CreateRouterVersions1764312000000 } from './migrations/1764312000000-create-router-versions.js';
import { CreateSessionPins1764313000000 } from './migrations/1764313000000-create-session-pins.js';
import { CreateBatches1764320000000 } from './migrations/1764320000000-create-batches.js';
import { CountRequestsOfCalls1764323000000 } from './migrations/1764323000000-count-requests-of-calls.js';
import { CreateUploadObjects1764321000000 } from './migrations/1764321000000-create-upload-objects.js';
import { CreatePayments1764322000000 } from './migrations/1764322000000-create-payments.js';
import { CreateUsageRollups1764324000000 } from './migrations/1764324000000-create-usage-rollups.js';
import { CreateJudgeDays1764327000000 } from './migrations/1764327000000-create-judge-days.js';
import { CreateTraces1764326000000 } from './migrations/1764326000000-create-traces.js';
import { CreateCallInput1764328000000 } from './migrations/1764328000000-create-call-input.js';
import { CreateBalanceLeases1764330000000 } from './migrations/1764330000000-create-balance-leases.js';
import { KeepTermsOfPortions1764332000000 } from './migrations/1764332000000-keep-terms-of-portions.js';
import { PauseHostedItems1764332000001 } from './migrations/1764332000001-pause-hosted-items.js';
import { KeepMessageHeaders1764332000002 } from './migrations/1764332000002-keep-message-headers.js';
import { KeepShapeOfPins1764333000000 } from './migrations/1764333000000-keep-shape-of-pins.js';
import { NestTraceSpans1764335000000 } from './migrations/1764335000000-nest-trace-spans.js';
import { KeepResponseIds1764335000001 } from './migrations/1764335000001-keep-response-ids.js';
import { SplitTaskGroups1796000101000 } from './migrations/1796000101000-split-task-groups.js';
import { CreateConsoleSessions1796000400000 } from './migrations/1796000400000-create-console-sessions.js';
import { CreateConsoleSignIns1796000500000 } from './migrations/1796000500000-create-console-sign-ins.js';
import { LetRecordsSpeak1796000100000 } from './migrations/1796000100000-let-records-speak.js';
import { PermitResponseStorage1796000200000 } from './migrations/1796000200000-permit-response-storage.js';
import { CreateStoredResponses1796000200001 } from './migrations/1796000200001-create-stored-responses.js';
import { CreateBatchFiles1796000300000 } from './migrations/1796000300000-create-batch-files.js';
import { KeepUsageFacts1796000650000 } from './migrations/1796000650000-keep-usage-facts.js';
import { CountCallsByModel1796000651000 } from './migrations/1796000651000-count-calls-by-model.js';
import { CreateModelAliases1796000750000 } from './migrations/1796000750000-create-model-aliases.js';
import { CreateAlerts1796000751000 } from './migrations/1796000751000-create-alerts.js';
import { CreateProviderKeys1796001200000 } from './migrations/1796001200000-create-provider-keys.js';
import { LimitKeys1796000700000 } from './migrations/1796000700000-limit-keys.js';
import { CountRefusals1796000800000 } from './migrations/1796000800000-count-refusals.js';
import { FindKeysByPrefix1796000800001 } from './migrations/1796000800001-find-keys-by-prefix.js';
import { KeepCallContents1796000800002 } from './migrations/1796000800002-keep-call-contents.js';
import { KeepFurtherSums1796001810000 } from './migrations/1796001810000-keep-further-sums.js';
import { TotalOfIntegers1796001840000 } from './migrations/1796001840000-total-of-integers.js';
import { PartitionCalls1796001750000 } from './migrations/1796001750000-partition-calls.js';
import { CarryLedger1796001850000 } from './migrations/1796001850000-carry-ledger.js';
import { FindLedgerKinds1796001851000 } from './migrations/1796001851000-find-ledger-kinds.js';
import { PackSumsOfUsers1796001870000 } from './migrations/1796001870000-pack-sums-of-users.js';
import { ArchiveLedger1796001800000 } from './migrations/1796001800000-archive-ledger.js';
import { CreateAuditLog1764325000000 } from './migrations/1764325000000-create-audit-log.js';

const MIGRATIONS = [
  CreateFoundation1764300000000,
  CreateTaskGroups1764310000000,
  CreateJudgedTasks1764311000000,
  CreateRouterVersions1764312000000,
  CreateSessionPins1764313000000,
  CreateBatches1764320000000,
  CountRequestsOfCalls1764323000000,
  CreateUploadObjects1764321000000,
  CreatePayments1764322000000,
  CreateUsageRollups1764324000000,
  CreateJudgeDays1764327000000,
  CreateTraces1764326000000,
  CreateAuditLog1764325000000,
  CreateCallInput1764328000000,
  CreateBalanceLeases1764330000000,
  KeepTermsOfPortions1764332000000,
  PauseHostedItems1764332000001,
  KeepMessageHeaders1764332000002,
  KeepShapeOfPins1764333000000,
  NestTraceSpans1764335000000,
  KeepResponseIds1764335000001,
  LetRecordsSpeak1796000100000,
  SplitTaskGroups1796000101000,
  PermitResponseStorage1796000200000,
  CreateStoredResponses1796000200001,
  CreateBatchFiles1796000300000,
  CreateConsoleSessions1796000400000,
  CreateConsoleSignIns1796000500000,
  FindCallsFaster1796000550000,
  CreateProviderOutages1796001100000,
  KeepAccountsOfPortions1796001100001,
  LetRoutersFallBack1796001100002,
  EndpointHeaders1796001250000,
  CreateCachedAnswers1796001350000,
  KeepAttribution1796000600000,
  KeepUsageFacts1796000650000,
  CountCallsByModel1796000651000,
  CreateModelAliases1796000750000,
  CreateAlerts1796000751000,
  LimitKeys1796000700000,
  CountRefusals1796000800000,
  FindKeysByPrefix1796000800001,
  KeepCallContents1796000800002,
  CreateProviderKeys1796001200000,
  PartitionCalls1796001750000,
  ArchiveLedger1796001800000,
  KeepFurtherSums1796001810000,
  TotalOfIntegers1796001840000,
  CarryLedger1796001850000,
  FindLedgerKinds1796001851000,
  PackSumsOfUsers1796001870000,
];
/** Slow reads have three of their own (`slow-queries.service.ts`), so that a process takes ten. */
const POOL_SIZE = 7;
const CONNECT_TIMEOUT_MS = 5_000;

/** The classes of tables. */
export type Entities = readonly (new () => object)[];

interface DataSourceOptions {
  /** None: the schema is changed or asked by SQL alone. */
  readonly entities?: Entities;
  readonly dialer?: Dialer;
}

/** The only place that lists migrations. The schema changes by migration alone: `synchronize` stays off. */
export function createDataSource(
  url: string,
  { entities = [], dialer = new Dialer(url) }: DataSourceOptions = {},
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities: [...entities],
    migrations: MIGRATIONS,
    synchronize: false,
    installExtensions: false,
    logging: false,
    applicationName: 'inference-gateway',
    poolSize: POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    poolErrorHandler: () => undefined,
    extra: { Client: DatabaseClient, dialer },
  });
}
