import { ApiError } from './api-error.js';
import { taggedQuery } from './api-query.js';
import { apiPath, callApi } from './call-api.js';
import type { LedgerCheck, LedgerRow, Organization } from './types.js';

export const organizationPath = (id: string): string => apiPath`/organizations/${id}`;
/** With its tag, for changes of its settings, and that of its alerts. */
export const organizationQuery = (id: string) =>
  taggedQuery<Organization>(organizationPath(id), { include: 'alerts_etag' });

export const ledgerPath = (organizationId: string): string =>
  apiPath`/organizations/${organizationId}/ledger`;

export const LEDGER_KINDS = [
  'credit',
  'usage',
  'reservation',
  'release',
  'settlement',
  'reload',
  'hourly_charge',
  'refund',
  'adjustment',
] as const satisfies readonly LedgerRow['kind'][];

export interface NewCredit {
  /** As it was typed. */
  readonly amount: string;
  readonly note: string;
  readonly key: string;
}

/** The same key again moves nothing. @throws ApiError */
export async function addCredit(
  organizationId: string,
  { amount, note, key }: NewCredit,
): Promise<LedgerRow> {
  const body = { amount_usd: amount, idempotency_key: key, ...(note !== '' && { note }) };
  const path = apiPath`/organizations/${organizationId}/credits`;
  return (await callApi<LedgerRow>(path, { method: 'POST', body })).data;
}

/** Whether what was asked for may have happened all the same. */
export const isOutcomeUnknown = (error: Error | null): boolean =>
  error !== null && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

export interface ReloadSettings {
  readonly enabled: boolean;
  /** As they were typed. */
  readonly threshold: string;
  readonly amount: string;
}

/** If the settings of the organization are still those of the tag. @throws ApiError 412 */
export async function saveReload(
  organizationId: string,
  { enabled, threshold, amount }: ReloadSettings,
  etag: string,
): Promise<void> {
  const auto_reload = { enabled, threshold_usd: toNumber(threshold), amount_usd: toNumber(amount) };
  await callApi(organizationPath(organizationId), {
    method: 'PATCH',
    body: { auto_reload },
    ifMatch: etag,
  });
}

/** A number of cents, as this field takes it; what is none goes as it is, to be refused in the API's words. */
const toNumber = (typed: string): number | string =>
  /^\s*-?\d+(?:\.\d+)?\s*$/.test(typed) ? Number(typed) : typed;

const cardPath = (organizationId: string): string => apiPath`/organizations/${organizationId}/card`;

/** @throws ApiError, as 402 for a card that gives no money */
export async function saveCard(organizationId: string, paymentMethod: string): Promise<Organization> {
  const request = { method: 'PUT', body: { payment_method: paymentMethod } } as const;
  return (await callApi<Organization>(cardPath(organizationId), request)).data;
}

/** @throws ApiError */
export async function removeCard(organizationId: string): Promise<Organization> {
  return (await callApi<Organization>(cardPath(organizationId), { method: 'DELETE' })).data;
}

/** @throws ApiError */
export async function checkLedger(organizationId: string): Promise<LedgerCheck> {
  return (await callApi<LedgerCheck>(`${ledgerPath(organizationId)}/check`)).data;
}
