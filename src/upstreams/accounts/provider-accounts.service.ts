import { Inject, Injectable } from '@nestjs/common';
import type { UpstreamId } from '../../catalog/catalog-model.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { Clock } from '../../lib/clock.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { ConfiguredUpstreams } from '../../projects/configured-upstreams.js';
import { SIMULATOR_ADDRESS, type SimulatorAddress } from '../simulator-address.js';
import { AccountPool, type AccountState, type AccountWish } from './account-pool.js';
import { accountVerdict, type AnsweredAccount, type OutReason } from './account-verdict.js';
import type { OwnKeyProvider, ProviderKey } from '../../projects/provider-keys/provider-key.js';
import {
  accountsOf,
  OWN_ACCOUNT,
  ownAccount,
  type AccountDoor,
  type ProviderAccount,
} from './provider-account.js';

export class ProviderNotConfiguredError extends GatewayError {
  constructor(upstream: UpstreamId) {
    super({
      status: 503,
      code: 'provider_not_configured',
      message: `No account is configured for ${upstream} on this gateway, so this model cannot be called. Its operator can set the provider's API key.`,
      // SDKs would wait out two minutes before they show it, for a setting that only the operator can change.
      headers: { 'retry-after': '60', 'x-should-retry': 'false' },
    });
  }
}

/** An account that a call was given. */
export interface PickedAccount {
  readonly account: ProviderAccount;
  /** It was out: the call tries it, and what comes of that tells whether it is back. */
  readonly isTrial: boolean;
  /** The project's own: what comes of it is nobody else's business, and costs nothing here. */
  readonly isOwn: boolean;
}

/** Of a call, whose project may have a key of its own at the provider. */
export interface CallWish extends AccountWish {
  readonly own?: ProviderKey | undefined;
}

/** What was learnt of an account. */
export type AccountNews =
  | {
      readonly kind: 'out';
      readonly account: ProviderAccount;
      readonly forMs: number;
      readonly reason: OutReason;
    }
  | { readonly kind: 'healed'; readonly account: ProviderAccount }
  /** Its time is over: may this process try it? */
  | { readonly kind: 'due'; readonly account: ProviderAccount }
  /** A trial told nothing. */
  | { readonly kind: 'untried'; readonly account: ProviderAccount };

/** The service's accounts at the providers, and which of them are out; with the simulator on, all of them lead there. Memory alone. */
@Injectable()
export class ProviderAccounts extends ConfiguredUpstreams {
  private readonly pools: ReadonlyMap<UpstreamId, AccountPool<ProviderAccount>>;
  private readonly upstreams: ReadonlySet<UpstreamId>;
  private readonly listeners: ((news: AccountNews) => void)[] = [];
  private readonly ownAccounts = new WeakMap<ProviderKey, ProviderAccount>();
  readonly hasHostedMessages: boolean;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(SIMULATOR_ADDRESS) private readonly simulator: SimulatorAddress,
    clock: Clock,
  ) {
    super();
    const nowMs = (): number => clock.monotonicMs();
    const configured = [...accountsOf(settings, simulator.url)].filter(([, accounts]) => accounts.length > 0);
    this.pools = new Map(
      configured.map(([provider, accounts]) => [
        provider,
        new AccountPool(accounts, nowMs, (account) => this.tell({ kind: 'due', account })),
      ]),
    );
    this.upstreams = new Set(this.pools.keys());
    this.hasHostedMessages = this.pools.get('hosted')?.accounts[0]?.messages !== undefined;
  }

  /** Upstreams that have an account. */
  override list(): ReadonlySet<UpstreamId> {
    return this.upstreams;
  }

  /**
   * In constant time. The project's own account is the first, and the only one unless it falls back.
   * @throws ProviderNotConfiguredError (503) where no account serves the model, ProviderKeyUnreadableError (500)
   */
  pick(upstream: UpstreamId, wish: CallWish): PickedAccount {
    if (wish.own !== undefined && isOnOwnKey(wish))
      return { account: this.ownOf(wish.own), isTrial: false, isOwn: true };
    const pool = this.pools.get(upstream);
    const account = pool?.pick(wish);
    if (pool === undefined || account === undefined) throw new ProviderNotConfiguredError(upstream);
    return { account, isTrial: pool.isOut(account.name), isOwn: false };
  }

  /** For work that does not tell how the account did: the trial is left to a call that does. @throws as `pick` does */
  pickForOther(upstream: UpstreamId, wish: AccountWish): ProviderAccount {
    const { account, isTrial } = this.pick(upstream, wish);
    if (isTrial) this.giveTrialBack(account);
    return account;
  }

  /** Whether an account that is in use, and that the call has not asked, serves the model. */
  hasOther(upstream: UpstreamId, wish: CallWish): boolean {
    if (wish.own?.fallBackToSystem === false) return false;
    return this.pools.get(upstream)?.hasOther(wish) === true;
  }

  /** How a provider is called with a project's own key. */
  ownDoor(provider: OwnKeyProvider, apiKey: string): AccountDoor {
    return ownAccount(this.settings, this.simulator.url, { provider, apiKey });
  }

  /** The account that something was begun with, while it is configured. */
  named(upstream: UpstreamId, name: string): ProviderAccount | undefined {
    return this.pools.get(upstream)?.named(name);
  }

  /** What an answer says of the account that gave it. */
  report({ account, isTrial, isOwn }: PickedAccount, answer: Omit<AnsweredAccount, 'provider'>): void {
    if (isOwn) return;
    // An answer of an account that is in use changes nothing, and is what nearly all calls report.
    if (answer.status === 200 && !isTrial) return;
    const verdict = accountVerdict({ provider: account.provider, ...answer });
    if (verdict.kind === 'out') this.leaveOut(account, verdict);
    else if (isTrial && verdict.kind === 'works') this.heal(account);
    else if (isTrial) this.giveTrialBack(account);
  }

  /** A call that tried an account ended without an answer. */
  giveTrialBack(account: ProviderAccount): void {
    const pool = this.pools.get(account.provider);
    if (pool?.isTried(account.name) !== true) return;
    pool.settleTrial(account.name, 'none');
    this.tell({ kind: 'untried', account });
  }

  onNews(listener: (news: AccountNews) => void): void {
    this.listeners.push(listener);
  }

  pool(upstream: UpstreamId): AccountPool<ProviderAccount> | undefined {
    return this.pools.get(upstream);
  }

  *all(): Generator<{ readonly account: ProviderAccount; readonly state: AccountState }> {
    for (const pool of this.pools.values())
      for (const account of pool.accounts) yield { account, state: pool.stateOf(account.name) };
  }

  private ownOf(key: ProviderKey): ProviderAccount {
    let account = this.ownAccounts.get(key);
    if (account === undefined) {
      const { provider } = key;
      account = ownAccount(this.settings, this.simulator.url, { provider, apiKey: key.open() });
      this.ownAccounts.set(key, account);
    }
    return account;
  }

  private leaveOut(account: ProviderAccount, outage: { forMs: number; reason: OutReason }): void {
    if (this.pools.get(account.provider)?.leaveOut(account.name, outage) !== true) return;
    this.tell({ kind: 'out', account, ...outage });
  }

  private heal(account: ProviderAccount): void {
    if (this.pools.get(account.provider)?.heal(account.name) === true) this.tell({ kind: 'healed', account });
  }

  private tell(news: AccountNews): void {
    for (const listener of this.listeners) listener(news);
  }
}

/** Whether the next account of a call is its project's own. */
export function isOnOwnKey({ own, not }: CallWish): boolean {
  return own !== undefined && !(own.fallBackToSystem && not?.includes(OWN_ACCOUNT) === true);
}
