import { ProviderNotConfiguredError, type ProviderAccounts } from '../accounts/provider-accounts.service.js';
import type { ProviderKey } from '../../projects/provider-keys/provider-key.js';
import { OWN_ACCOUNT, type AccountDoor, type ProviderAccount } from '../accounts/provider-account.js';
import { OwnKeyBatches, OwnKeyGoneError } from './own-key-batches.js';
import { refusalOf } from '../accounts/refusal-of.js';
import type { BatchHttp } from './http/batch-http.js';
import { BatchProviders, type BatchProvider, type BatchUpstream } from './batch-provider.js';
import { ProviderABatches } from './provider-a/provider-a-batches.js';
import { ProviderBBatches } from './provider-b/provider-b-batches.js';

/** Where keys that projects bring themselves are found. */
export interface OwnKeys {
  find(projectId: string, provider: BatchUpstream): Promise<ProviderKey | undefined>;
}

/** The batch APIs of the service's own accounts, and of projects' own keys. */
export class AccountBatchProviders extends BatchProviders {
  constructor(
    private readonly http: BatchHttp,
    private readonly accounts: ProviderAccounts,
    private readonly nowMs: () => number,
    private readonly ownKeys: OwnKeys,
  ) {
    super();
  }

  override for(
    upstream: BatchUpstream,
    name: string | null,
    { projectId }: { readonly projectId: string },
  ): BatchProvider {
    if (name === OWN_ACCOUNT) return new OwnKeyBatches(() => this.openOwn(upstream, projectId));
    return this.at(upstream, this.accountOf(upstream, name), this.http);
  }

  override ownKeyOf(projectId: string, upstream: BatchUpstream): Promise<ProviderKey | undefined> {
    return this.ownKeys.find(projectId, upstream);
  }

  private async openOwn(upstream: BatchUpstream, projectId: string): Promise<BatchProvider> {
    const key = await this.ownKeyOf(projectId, upstream);
    if (key === undefined) throw new OwnKeyGoneError(upstream);
    return this.at(upstream, this.accounts.ownDoor(upstream, key.open()), this.http.withOwnKeys());
  }

  private at(upstream: BatchUpstream, door: AccountDoor, http: BatchHttp): BatchProvider {
    switch (upstream) {
      case 'provider_a':
        return new ProviderABatches(http, door, this.nowMs);
      case 'provider_b':
        return new ProviderBBatches(http, door, this.nowMs);
    }
  }

  override choose(upstream: BatchUpstream, not: readonly string[]): string | undefined {
    if (not.length > 0 && !this.accounts.hasOther(upstream, { not })) return undefined;
    return this.accounts.pickForOther(upstream, { not }).name;
  }

  override refused(upstream: BatchUpstream, name: string, error: unknown): void {
    const account = this.accounts.named(upstream, name);
    if (account !== undefined)
      this.accounts.report({ account, isTrial: true, isOwn: false }, refusalOf(error, this.nowMs()));
  }

  /** Portions of before accounts had names are with the one that was then the only one. */
  private accountOf(upstream: BatchUpstream, name: string | null): ProviderAccount {
    const account =
      name === null
        ? (this.accounts.named(upstream, 'default') ?? this.accounts.pool(upstream)?.accounts[0])
        : this.accounts.named(upstream, name);
    if (account === undefined) throw new ProviderNotConfiguredError(upstream);
    return account;
  }
}
