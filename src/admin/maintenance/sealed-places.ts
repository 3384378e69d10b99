import { ALERT_SECRETS } from '../../alerts/settings/alert-secrets.service.js';
import type { SealedColumn } from '../../database/sealed-column.js';
import { SEALED_CONTENTS } from '../../contents/content-row.js';
import { SEALED_ENDPOINT_COLUMNS } from '../../endpoints/endpoint-directory.service.js';
import { CALLBACK_SECRETS } from '../../projects/callback-secrets.service.js';
import { SEALED_PROVIDER_KEYS } from '../../projects/provider-keys/provider-key.js';
import { sealedColumnOf } from '../../projects/signing-secrets.js';
import { SEALED_RESPONSES } from '../../responses/store/stored-response.js';

/** All secrets that are kept for good. */
export const SEALED_PLACES: readonly SealedColumn[] = [
  SEALED_PROVIDER_KEYS,
  ...SEALED_ENDPOINT_COLUMNS,
  sealedColumnOf(CALLBACK_SECRETS),
  sealedColumnOf(ALERT_SECRETS),
];

/** What is sealed with the same key and outlives a change of it only by its retention: never sealed anew. One part speaks for a row. */
export const SEALED_FOR_A_TIME: readonly SealedColumn[] = [SEALED_CONTENTS, SEALED_RESPONSES];
