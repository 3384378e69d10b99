import { Inject, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { AccountReader } from './account-reader.service.js';
import { AccountReads } from './account-reads.service.js';
import { AccountReloads } from './account-reloads.service.js';
import { BalanceBook } from './balance-book.service.js';
import { BillingReports } from './billing-reports.service.js';
import { CallHistograms } from './call-histograms.service.js';
import { CallLog } from './call-log.service.js';
import { CommittedCalls } from './committed-calls.js';
import { CreditsService } from './credits.service.js';
import { BalanceLeases } from './leases/balance-leases.repository.js';
import { LeaseNotices } from './leases/lease-notices.service.js';
import { ProcessLease } from './leases/process-lease.service.js';
import { EmptyBalances } from './empty-balances.service.js';
import { KeysUsage } from './key-usage.service.js';
import { LedgerChecks } from './ledger-checks.service.js';
import { Metering } from './metering.service.js';
import { PaymentsModule } from './payments/payments.module.js';
import { Reservations } from './reservations.service.js';
import { UsageChecks } from './usage-checks.service.js';
import { UsageCommitRepository } from './usage-commit.repository.js';
import { UsageReports } from './usage-report.service.js';
import { UsageRollupRepository } from './usage-rollup.repository.js';
import { UsageRollups } from './usage-rollup.service.js';
import { WaitingRoom } from './waiting-room.service.js';

@Module({
  imports: [PaymentsModule],
  providers: [
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
    LedgerChecks,
    BillingReports,
    CallLog,
    CallHistograms,
    KeysUsage,
    CommittedCalls,
    UsageChecks,
    UsageReports,
    UsageRollupRepository,
    UsageRollups,
    Reservations,
  ],
  exports: [
    PaymentsModule,
    BalanceBook,
    Metering,
    CreditsService,
    EmptyBalances,
    LedgerChecks,
    BillingReports,
    CallLog,
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
    @Inject(Metering) private readonly metering: Metering,
    @Inject(ProcessLease) private readonly process: ProcessLease,
  ) {}

  /** No usage row may be lost with the database connection; then nothing is held here any more. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.metering.drain();
    await this.process.end();
  }
}
