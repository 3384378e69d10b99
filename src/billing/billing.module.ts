import { Inject, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { BalanceBook } from './balance-book.service.js';
import { BillingReports } from './billing-reports.service.js';
import { CommittedCalls } from './committed-calls.js';
import { CreditsService } from './credits.service.js';
import { Metering } from './metering.service.js';
import { UsageCommitRepository } from './usage-commit.repository.js';

@Module({
  providers: [BalanceBook, CommittedCalls, Metering, UsageCommitRepository, CreditsService, BillingReports],
  exports: [BalanceBook, CommittedCalls, Metering, CreditsService, BillingReports],
})
export class BillingModule implements BeforeApplicationShutdown {
  constructor(@Inject(Metering) private readonly metering: Metering) {}

  /** No usage row may be lost with the database connection. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.metering.drain();
  }
}
