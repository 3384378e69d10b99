import { ALERT_SECRETS } from '../../alerts/settings/alert-secrets.service.js';
import type { SealedColumn } from '../../database/sealed-column.js';
import { SEALED_ENDPOINT_COLUMNS } from '../../endpoints/endpoint-directory.service.js';
import { CALLBACK_SECRETS } from '../../projects/callback-secrets.service.js';
import { SEALED_PROVIDER_KEYS } from '../../projects/provider-keys/provider-key.js';
import { sealedColumnOf } from '../../projects/signing-secrets.js';

/**
 * All secrets that are kept for good. Contents of calls and kept responses are sealed with the same key, and outlive a change of it
 * only by their retention.
 */
export const SEALED_PLACES: readonly SealedColumn[] = [
  SEALED_PROVIDER_KEYS,
  ...SEALED_ENDPOINT_COLUMNS,
  sealedColumnOf(CALLBACK_SECRETS),
  sealedColumnOf(ALERT_SECRETS),
];
