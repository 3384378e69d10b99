import { AlertEntity } from './alerts/alert.entity.js';
import { AlertSettingsEntity } from './alerts/settings/alert-settings.entity.js';
import { ProviderRunEntity } from './alerts/watch/provider-run.entity.js';
import { AuditEntryEntity } from './audit/audit-entry.entity.js';
import { AdminTokenEntity } from './auth/admin-tokens/admin-token.entity.js';
import { ApiKeyEntity } from './auth/api-key.entity.js';
import { ConsoleSessionEntity } from './auth/console/console-session.entity.js';
import { ConsoleSignInEntity } from './auth/console/console-sign-in.entity.js';
import { BatchCallbackEntity } from './batches/callbacks/batch-callback.entity.js';
import { BatchPortionEntity } from './batches/batch-portion.entity.js';
import { BatchEntity } from './batches/batch.entity.js';
import { BatchFileEntity } from './batches/files/batch-file.entity.js';
import { HostedItemEntity } from './batches/items/hosted-item.entity.js';
import { UploadObjectEntity } from './batches/uploads/upload-object.entity.js';
import { CallEntity } from './billing/calls/call.entity.js';
import { BalanceEntity } from './billing/ledger/balance.entity.js';
import { LedgerArchiveFileEntity } from './billing/ledger/archive/ledger-archive-file.entity.js';
import { LedgerArchiveSumEntity } from './billing/ledger/archive/ledger-archive-sum.entity.js';
import { LedgerOpenHoldEntity } from './billing/ledger/pieces/ledger-open-hold.entity.js';
import { LedgerPieceEntity } from './billing/ledger/pieces/ledger-piece.entity.js';
import { LedgerEntryEntity } from './billing/ledger/ledger-entry.entity.js';
import { PaymentAccountEntity } from './billing/payments/payment-account.entity.js';
import { PaymentEntity } from './billing/payments/payment.entity.js';
import { JudgeDayEntity } from './completions/judge/judge-day.entity.js';
import { RegisteredEndpointEntity } from './endpoints/registered-endpoint.entity.js';
import { ModelAliasEntity } from './projects/aliases/model-alias.entity.js';
import { OrganizationEntity } from './projects/organization.entity.js';
import { ProjectEntity } from './projects/project.entity.js';
import { ProviderKeyEntity } from './projects/provider-keys/provider-key.entity.js';
import { TaskGroupEntity } from './records/groups/task-group.entity.js';
import { RouterVersionEntity } from './routing/routers/router-version.entity.js';
import { RouterEntity } from './routing/routers/router.entity.js';
import { SessionPinEntity } from './routing/pins/session-pin.entity.js';
import { ProviderOutageEntity } from './upstreams/accounts/provider-outage.entity.js';

/** The tables that are read and written as objects: the only place that lists them. */
export const ENTITIES = [
  OrganizationEntity,
  ProjectEntity,
  AlertEntity,
  AlertSettingsEntity,
  ProviderRunEntity,
  ModelAliasEntity,
  ProviderKeyEntity,
  ApiKeyEntity,
  AdminTokenEntity,
  ConsoleSessionEntity,
  ConsoleSignInEntity,
  RouterEntity,
  RouterVersionEntity,
  SessionPinEntity,
  TaskGroupEntity,
  RegisteredEndpointEntity,
  UploadObjectEntity,
  BatchFileEntity,
  BalanceEntity,
  LedgerEntryEntity,
  LedgerArchiveFileEntity,
  LedgerArchiveSumEntity,
  LedgerPieceEntity,
  LedgerOpenHoldEntity,
  CallEntity,
  BatchEntity,
  BatchPortionEntity,
  HostedItemEntity,
  BatchCallbackEntity,
  PaymentAccountEntity,
  PaymentEntity,
  JudgeDayEntity,
  AuditEntryEntity,
  ProviderOutageEntity,
];
