import type { Caller } from '../auth/caller.js';
import type { PicoUsd } from '../lib/money.js';
import { OWN_ACCOUNT } from '../upstreams/accounts/provider-account.js';
import { ProviderNotConfiguredError } from '../upstreams/accounts/provider-accounts.service.js';
import type { UpstreamId } from '../catalog/catalog-model.js';
import type { BatchPortionEntity, PortionProvider } from './batch-portion.entity.js';
import type { ProviderShare } from './submission/submission-tally.js';

type KeyHolder = Pick<Caller, 'providerKeys'>;
export type ProviderShares = ReadonlyMap<PortionProvider, ProviderShare>;

/**
 * The account that a portion is bound to before it is handed over: the project's own, where that never gives way to ours. Nothing is
 * reserved for it, so it can never be on another one, whatever becomes of the key meanwhile.
 */
export function boundAccount({ providerKeys }: KeyHolder, provider: PortionProvider): string | null {
  return providerKeys?.get(provider)?.fallBackToSystem === false ? OWN_ACCOUNT : null;
}

/** What each provider's requests may cost here: nothing where they are bound to the project's own key. */
export function billableShares(shares: ProviderShares, holder: KeyHolder): ProviderShares {
  return new Map(
    [...shares].map(([provider, share]) => [
      provider,
      boundAccount(holder, provider) === null ? share : { ...share, estimate: 0n },
    ]),
  );
}

export function estimateOf(shares: ProviderShares): PicoUsd {
  let sum = 0n;
  for (const { estimate } of shares.values()) sum += estimate;
  return sum;
}

/** @throws ProviderNotConfiguredError (503) when neither the gateway nor the project has an account at one of them */
export function refuseUnconfigured(
  shares: ProviderShares,
  { providerKeys }: KeyHolder,
  configured: ReadonlySet<UpstreamId>,
): void {
  for (const provider of shares.keys())
    if (!configured.has(provider) && providerKeys?.has(provider) !== true)
      throw new ProviderNotConfiguredError(provider);
}

/** It is on the project's own key: what it uses is metered, and costs nothing here. */
export function isOnOwnKey({ account }: Pick<BatchPortionEntity, 'account'>): boolean {
  return account === OWN_ACCOUNT;
}
