import { Inject, Injectable } from '@nestjs/common';
import { SECRETS, SETTINGS } from '../../config/config.module.js';
import type { Secrets } from '../../config/generated-secrets.js';
import type { Settings } from '../../config/settings.js';
import { Clock } from '../../lib/clock.js';
import { SECOND_MS } from '../../lib/durations.js';
import { allKeysOf, sealingKeyOf } from '../../lib/secret-box.js';
import { InvalidUploadSignatureError, UploadUrlExpiredError } from './upload-errors.js';
import { isSignedUpload, signUpload, uploadSigningKey } from './upload-signature.js';

export const UPLOADS_PATH = 'api/v1/route/batches/uploads';

/** What the address of a `PUT` says, as it came; anything that is no text is no signature. */
export interface SignedAddress {
  readonly object: string;
  readonly expires: unknown;
  readonly signature: unknown;
}

const UNIX_SECONDS = /^\d{1,12}$/;

/** Addresses of this service that take one body without an API key: the signature is the credential. */
@Injectable()
export class UploadUrls {
  private readonly signingKey: Buffer;
  /** Addresses that a former key signed are good until they expire. */
  private readonly keys: readonly Buffer[];
  private readonly ttlMs: number;

  constructor(
    @Inject(SECRETS) { secretsKey }: Secrets,
    @Inject(SETTINGS) { uploadUrlTtlMs }: Settings,
    private readonly clock: Clock,
  ) {
    this.signingKey = uploadSigningKey(sealingKeyOf(secretsKey));
    this.keys = allKeysOf(secretsKey).map(uploadSigningKey);
    this.ttlMs = uploadUrlTtlMs;
  }

  /** @param baseUrl without a trailing slash */
  create(object: string, baseUrl: string): string {
    const expires = Math.ceil((this.clock.now().getTime() + this.ttlMs) / SECOND_MS);
    const signature = signUpload({ object, expires }, this.signingKey);
    return `${baseUrl}/${UPLOADS_PATH}/${object}?expires=${expires}&signature=${signature}`;
  }

  /** @throws InvalidUploadSignatureError, UploadUrlExpiredError (403) */
  check({ object, expires, signature }: SignedAddress): void {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !UNIX_SECONDS.test(expires))
      throw new InvalidUploadSignatureError();
    const grant = { object, expires: Number(expires) };
    if (!this.keys.some((key) => isSignedUpload(grant, signature, key)))
      throw new InvalidUploadSignatureError();
    if (this.clock.now().getTime() >= grant.expires * SECOND_MS) throw new UploadUrlExpiredError();
  }
}
