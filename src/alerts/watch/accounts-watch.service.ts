import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../../http/logger.js';
import { Clock } from '../../lib/clock.js';
import { MINUTE_MS, SECOND_MS } from '../../lib/durations.js';
import { ProviderAccounts, type AccountNews } from '../../upstreams/accounts/provider-accounts.service.js';
import { recordProviderDown } from '../../alert-facts/record-alert.js';

/** Told once so often while it lasts: processes notice it a moment after each other, and an account may come back for a call. */
const WINDOW_MS = 10 * MINUTE_MS;
/** A caller would not wait so long. Without a `Retry-After` an account is out for longer. */
const BUSY_FOR_LONG_MS = 10 * SECOND_MS;

/** Notices when all accounts at a provider are left out. */
@Injectable()
export class AccountsWatch implements OnModuleInit {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.accounts.onNews((news) => {
      if (this.isDown(news)) void this.tell(news.account.provider);
    });
  }

  private isDown(news: AccountNews): boolean {
    if (news.kind !== 'out') return false;
    const pool = this.accounts.pool(news.account.provider);
    if (pool?.areAllOut !== true) return false;
    // A lone account that is busy for a moment is asked all the same: if it stays so, failed calls in a row tell of it.
    const isBusy = news.reason === 'rate_limited' || news.reason === 'overloaded';
    return pool.accounts.length > 1 || !isBusy || news.forMs >= BUSY_FOR_LONG_MS;
  }

  private async tell(provider: string): Promise<void> {
    const since = new Date(Math.floor(this.clock.now().getTime() / WINDOW_MS) * WINDOW_MS);
    await recordProviderDown(this.dataSource.manager, {
      provider,
      account: null,
      reason: 'all_accounts_out',
      failedCalls: null,
      since,
    }).catch((error: unknown) => {
      this.logger.warn({ err: error, provider }, 'nobody was told that all accounts of a provider are out');
    });
  }
}
