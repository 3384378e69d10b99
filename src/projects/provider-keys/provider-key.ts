import type { UpstreamId } from '../../catalog/catalog-model.js';
import type { SealedColumn } from '../../database/sealed-column.js';
import { SealedUnreadableError } from '../../lib/sealed-unreadable.error.js';
import { openSecret, sealSecret, type SealingKeys } from '../../lib/secret-box.js';

/** Providers that a project may bring a key of. */
export const OWN_KEY_PROVIDERS = ['provider_a', 'provider_b', 'marketplace'] as const;
export type OwnKeyProvider = (typeof OWN_KEY_PROVIDERS)[number];

/** By provider. */
export type ProviderKeys = ReadonlyMap<UpstreamId, ProviderKey>;

export function isOwnKeyProvider(name: string): name is OwnKeyProvider {
  return (OWN_KEY_PROVIDERS as readonly string[]).includes(name);
}

/** The stored key was sealed with another `SECRETS_KEY`, or changed: nothing is sent without it. */
export class ProviderKeyUnreadableError extends SealedUnreadableError {
  constructor(provider: string, cause: unknown) {
    super(
      {
        code: 'provider_key_unreadable',
        message: `The project's stored key of ${provider} cannot be read any more. Set it again.`,
      },
      cause,
    );
  }
}

export interface SealedProviderKey {
  readonly projectId: string;
  readonly provider: OwnKeyProvider;
  readonly sealed: Buffer;
  readonly fallBackToSystem: boolean;
}

export const SEALED_PROVIDER_KEYS: SealedColumn = {
  table: 'provider_keys',
  ids: ['project_id', 'provider'],
  column: 'api_key_encrypted',
  ownerOf: ([projectId = '', provider = '']) => ownerOf(projectId, provider),
};

export function sealProviderKey(
  apiKey: string,
  { projectId, provider }: Pick<SealedProviderKey, 'projectId' | 'provider'>,
  secretsKey: SealingKeys,
): Buffer {
  return sealSecret(apiKey, { key: secretsKey, owner: ownerOf(projectId, provider) });
}

/**
 * A project's own key, opened when it is first used. What is secret is in private fields of the language, which no logger and no
 * `JSON.stringify` can see.
 */
export class ProviderKey {
  readonly provider: OwnKeyProvider;
  readonly fallBackToSystem: boolean;
  readonly #owner: string;
  readonly #sealed: Buffer;
  readonly #secretsKey: SealingKeys;

  constructor({ projectId, provider, sealed, fallBackToSystem }: SealedProviderKey, secretsKey: SealingKeys) {
    this.provider = provider;
    this.fallBackToSystem = fallBackToSystem;
    this.#owner = ownerOf(projectId, provider);
    this.#sealed = sealed;
    this.#secretsKey = secretsKey;
  }

  /** @throws ProviderKeyUnreadableError (500) */
  open(): string {
    try {
      return openSecret(this.#sealed, { key: this.#secretsKey, owner: this.#owner });
    } catch (cause) {
      throw new ProviderKeyUnreadableError(this.provider, cause);
    }
  }
}

function ownerOf(projectId: string, provider: string): string {
  return `${projectId}/${provider}`;
}
