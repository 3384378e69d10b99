import { Inject, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { AccountReader } from './account-reader.service.js';
import { BalanceBook } from './balance-book.service.js';
import { BillingReports } from './billing-reports.service.js';
import { CallLog } from './call-log.service.js';
import { CommittedCalls } from './committed-calls.js';
import { CreditsService } from './credits.service.js';
import { EmptyBalances } from './empty-balances.service.js';
import { LedgerChecks } from './ledger-checks.service.js';
import { Metering } from './metering.service.js';
import { PaymentsModule } from './payments/payments.module.js';
import { Reservations } from './reservations.service.js';
import { UsageCommitRepository } from './usage-commit.repository.js';
import { UsageReports } from './usage-report.service.js';
import { UsageRollupRepository } from './usage-rollup.repository.js';
import { UsageRollups } from './usage-rollup.service.js';

@Module({
  imports: [PaymentsModule],
  providers: [
    AccountReader,
    BalanceBook,
    Metering,
    UsageCommitRepository,
    CreditsService,
    EmptyBalances,
    LedgerChecks,
    BillingReports,
    CallLog,
    CommittedCalls,
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
    CommittedCalls,
    UsageReports,
    UsageRollups,
    Reservations,
  ],
})
export class BillingModule implements BeforeApplicationShutdown {
  constructor(@Inject(Metering) private readonly metering: Metering) {}

  /** No usage row may be lost with the database connection. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.metering.drain();
  }
}
