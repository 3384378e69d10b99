import { Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { StorageModule } from '../storage/storage.module.js';
import { AccountReader } from './holds/account-reader.service.js';
import { AccountReads } from './holds/account-reads.service.js';
import { AccountReloads } from './holds/account-reloads.service.js';
import { BalanceBook } from './holds/balance-book.service.js';
import { BillingReports } from './usage/billing-reports.service.js';
import { CallHistograms } from './calls/call-histograms.service.js';
import { CallPartitions } from './calls/call-partitions.service.js';
import { CallLog } from './calls/call-log.service.js';
import { CallTermsRepository } from './calls/call-terms.repository.js';
import { CommittedCalls } from './metering/committed-calls.js';
import { CreditsService } from './ledger/credits.service.js';
import { BalanceLeases } from './holds/leases/balance-leases.repository.js';
import { LeaseNotices } from './holds/leases/lease-notices.service.js';
import { ProcessLease } from './holds/leases/process-lease.service.js';
import { EmptyBalances } from './holds/empty-balances.service.js';
import { KeysUsage } from './usage/key-usage.service.js';
import { ArchiveFiles } from './ledger/archive/archive-files.service.js';
import { ArchiveProofs } from './ledger/archive/archive-proofs.service.js';
import { ArchivedEntries } from './ledger/archive/archived-entries.service.js';
import { LedgerArchiving } from './ledger/archive/ledger-archiving.service.js';
import { LedgerCarry } from './ledger/pieces/ledger-carry.service.js';
import { LedgerChecks } from './ledger/ledger-checks.service.js';
import { LedgerIndexes } from './ledger/ledger-indexes.service.js';
import { PieceProofs } from './ledger/pieces/piece-proofs.service.js';
import { Metering } from './metering/metering.service.js';
import { PaymentsModule } from './payments/payments.module.js';
import { Reservations } from './reservations/reservations.service.js';
import { HoldSurvey } from './holds/leases/hold-survey.service.js';
import { SpendLimits } from './limits/spend-limits.service.js';
import { UsageChecks } from './usage/usage-checks.service.js';
import { UsageCommitRepository } from './metering/usage-commit.repository.js';
import { UsageReports } from './usage/reading/usage-reports.service.js';
import { UsageFoldRepository } from './usage/folding/usage-fold.repository.js';
import { UsageRollups } from './usage/folding/usage-rollups.service.js';
import { WaitingRoom } from './holds/waiting-room.service.js';

@Module({
  imports: [PaymentsModule, StorageModule],
  providers: [
    SpendLimits,
    HoldSurvey,
    AccountReader,
    AccountReads,
    AccountReloads,
    BalanceLeases,
    LeaseNotices,
    ProcessLease,
    WaitingRoom,
    BalanceBook,
    Metering,
    UsageCommitRepository,
    CreditsService,
    EmptyBalances,
    ArchiveFiles,
    ArchivedEntries,
    ArchiveProofs,
    LedgerArchiving,
    LedgerCarry,
    LedgerIndexes,
    PieceProofs,
    LedgerChecks,
    BillingReports,
    CallLog,
    CallPartitions,
    CallHistograms,
    CallTermsRepository,
    KeysUsage,
    CommittedCalls,
    UsageChecks,
    UsageReports,
    UsageFoldRepository,
    UsageRollups,
    Reservations,
  ],
  exports: [
    PaymentsModule,
    BalanceBook,
    SpendLimits,
    HoldSurvey,
    Metering,
    CreditsService,
    EmptyBalances,
    ArchiveProofs,
    LedgerArchiving,
    LedgerCarry,
    LedgerIndexes,
    PieceProofs,
    LedgerChecks,
    BillingReports,
    CallLog,
    CallPartitions,
    CallHistograms,
    KeysUsage,
    CommittedCalls,
    UsageChecks,
    UsageReports,
    UsageRollups,
    Reservations,
    ProcessLease,
  ],
})
export class BillingModule implements BeforeApplicationShutdown {
  constructor(
    private readonly metering: Metering,
    private readonly process: ProcessLease,
  ) {}

  /** No usage row may be lost with the database connection; then nothing is held here any more. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.metering.drain();
    await this.process.end();
  }
}
