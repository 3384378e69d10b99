import { Inject, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { AccountReader } from './account-reader.service.js';
import { BalanceBook } from './balance-book.service.js';
import { BillingReports } from './billing-reports.service.js';
import { CreditsService } from './credits.service.js';
import { LedgerChecks } from './ledger-checks.service.js';
import { Metering } from './metering.service.js';
import { PaymentsModule } from './payments/payments.module.js';
import { Reservations } from './reservations.service.js';
import { UsageCommitRepository } from './usage-commit.repository.js';

@Module({
  imports: [PaymentsModule],
  providers: [
    AccountReader,
    BalanceBook,
    Metering,
    UsageCommitRepository,
    CreditsService,
    LedgerChecks,
    BillingReports,
    Reservations,
  ],
  exports: [PaymentsModule, BalanceBook, Metering, CreditsService, LedgerChecks, BillingReports, Reservations],
})
export class BillingModule implements BeforeApplicationShutdown {
  constructor(@Inject(Metering) private readonly metering: Metering) {}

  /** No usage row may be lost with the database connection. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.metering.drain();
  }
}
