import { ProviderAccounts } from '../provider-accounts.service.js';
import type { BatchHttp } from './batch-http.js';
import { BatchProviders, type BatchProvider, type BatchUpstream } from './batch-provider.js';
import { ProviderABatches } from './provider-a-batches.js';
import { ProviderBBatches } from './provider-b-batches.js';

/** The batch APIs of the service's own accounts. */
export class AccountBatchProviders extends BatchProviders {
  constructor(
    private readonly http: BatchHttp,
    private readonly accounts: ProviderAccounts,
    private readonly nowMs: () => number,
  ) {
    super();
  }

  override for(upstream: BatchUpstream): BatchProvider {
    const account = this.accounts.get(upstream);
    switch (upstream) {
      case 'provider_a':
        return new ProviderABatches(this.http, account, this.nowMs);
      case 'provider_b':
        return new ProviderBBatches(this.http, account, this.nowMs);
    }
  }
}
