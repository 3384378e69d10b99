import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { UpstreamId } from '../../catalog/catalog-model.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { LOGGER } from '../../http/logger.js';
import { Metrics } from '../../metrics/metrics.js';
import type { ProviderAccount } from './provider-account.js';
import { ProviderAccounts, type AccountNews } from './provider-accounts.service.js';
import { OUTAGE_CHANNEL, ProviderOutages, type StoredOutage } from './provider-outages.repository.js';

/** Keeps what processes know of accounts that are out the same: beside the calls, never in their way. */
@Injectable()
export class AccountHealth implements OnModuleInit {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly outages: ProviderOutages,
    private readonly feed: ChangeFeed,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.accounts.onNews((news) => void this.share(news));
    for (const { account } of this.accounts.all()) this.measure(account);
    // Whatever was announced while the feed was away is read again.
    this.feed.onChange((change) => {
      if (change === 'everything') void this.readAll();
    });
    await this.feed.listen(OUTAGE_CHANNEL, (payload) => this.hear(payload));
    await this.readAll();
  }

  private async share(news: AccountNews): Promise<void> {
    const { account } = news;
    this.measure(account);
    try {
      switch (news.kind) {
        case 'out':
          this.logger.warn(describe(account, news.reason), 'an account at a provider is left out');
          await this.outages.leaveOut(account, news.forMs, news.reason);
          break;
        case 'healed':
          this.logger.info(describe(account), 'an account at a provider is in use again');
          await this.outages.heal(account);
          break;
        case 'due':
          await this.claim(account);
          break;
        case 'untried':
          await this.outages.endTrial(account);
          break;
      }
    } catch (error) {
      // Without the database each process goes by what its own calls meet.
      this.logger.warn({ ...describe(account), err: error }, 'the state of an account was not shared');
      if (news.kind === 'due') this.accounts.pool(account.provider)?.settleTrial(account.name, 'granted');
    }
  }

  private async claim(account: ProviderAccount): Promise<void> {
    const pool = this.accounts.pool(account.provider);
    const { granted, known } = await this.outages.claimTrial(account);
    if (known) pool?.settleTrial(account.name, granted ? 'granted' : 'none');
    else pool?.heal(account.name);
    this.measure(account);
  }

  private async readAll(): Promise<void> {
    try {
      const stored = await this.outages.readAll();
      for (const { account } of this.accounts.all())
        this.adopt(
          account,
          stored.find((row) => isOf(row, account)),
        );
    } catch (error) {
      this.logger.warn({ err: error }, 'the state of the accounts at providers could not be read');
    }
  }

  private hear(payload: string): void {
    const row = JSON.parse(payload) as Pick<StoredOutage, 'provider' | 'account' | 'fingerprint'> &
      Partial<StoredOutage>;
    const account = this.accounts.named(row.provider as UpstreamId, row.account);
    if (account === undefined || !isOf(row, account)) return;
    const { reason, for_ms: forMs } = row;
    this.adopt(account, reason === undefined || forMs === undefined ? undefined : { reason, for_ms: forMs });
  }

  private adopt(account: ProviderAccount, row: Pick<StoredOutage, 'reason' | 'for_ms'> | undefined): void {
    const pool = this.accounts.pool(account.provider);
    if (row === undefined) pool?.heal(account.name);
    else pool?.leaveOut(account.name, { forMs: row.for_ms, reason: row.reason });
    this.measure(account);
  }

  private measure(account: ProviderAccount): void {
    const state = this.accounts.pool(account.provider)?.stateOf(account.name).state;
    this.metrics.providerHealth(account.provider, account.name, state === 'healthy');
  }
}

function isOf(
  row: Pick<StoredOutage, 'provider' | 'account' | 'fingerprint'>,
  { provider, name, fingerprint }: ProviderAccount,
): boolean {
  return row.provider === provider && row.account === name && row.fingerprint === fingerprint;
}

function describe({ provider, name }: ProviderAccount, reason?: string) {
  return { provider, account: name, reason };
}
