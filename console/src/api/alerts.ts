import { apiQuery } from './api-query.js';
import { apiPath, callApi } from './call-api.js';
import type { Answer, Body, RowOf } from './types.js';

export type Alerts = Answer<'/api/v1/admin/organizations/{id}/alerts', 'get'>;
export type AlertEvent = Alerts['events'][number];
export type AlertDelivery = RowOf<Answer<'/api/v1/admin/organizations/{id}/alerts/deliveries', 'get'>>;
type AlertDeliveries = Answer<'/api/v1/admin/organizations/{id}/alerts/deliveries', 'get'>;
type AlertWishes = Body<'/api/v1/admin/organizations/{id}/alerts', 'put'>;

export const ALERT_EVENTS = [
  'balance_below',
  'limit_50',
  'limit_80',
  'limit_100',
  'card_declined',
  'provider_down',
  'ledger_difference',
  'recommendation',
  'batch_ended',
] as const satisfies readonly AlertEvent[];

const alertsPath = (organizationId: string): string => apiPath`/organizations/${organizationId}/alerts`;

const SHOWN = 20;

export const deliveriesPath = (organizationId: string): string => `${alertsPath(organizationId)}/deliveries`;
export const deliveriesQuery = (organizationId: string) =>
  apiQuery<AlertDeliveries>(deliveriesPath(organizationId), { limit: SHOWN });

export interface AlertFields {
  readonly url: string;
  /** As it was typed. */
  readonly balanceBelow: string;
  readonly events: readonly AlertEvent[];
}

/** If they are still those of the tag. @throws ApiError 412 */
export async function saveAlerts(
  organizationId: string,
  { url, balanceBelow, events }: AlertFields,
  etag: string,
): Promise<Alerts> {
  const balance_below_usd = balanceBelow.trim() === '' ? null : balanceBelow.trim();
  const body: AlertWishes = { url: url.trim(), balance_below_usd, events: [...events] };
  return (await callApi<Alerts>(alertsPath(organizationId), { method: 'PUT', body, ifMatch: etag })).data;
}

/** If they are still those of the tag. @throws ApiError 412 */
export async function removeAlerts(organizationId: string, etag: string): Promise<void> {
  await callApi(alertsPath(organizationId), { method: 'DELETE', ifMatch: etag });
}

/** @throws ApiError */
export async function testAlerts(organizationId: string): Promise<AlertDelivery> {
  return (await callApi<AlertDelivery>(`${alertsPath(organizationId)}/test`, { method: 'POST' })).data;
}

/** @throws ApiError */
export async function readAlertSecret(organizationId: string): Promise<string> {
  return (await callApi<{ secret: string }>(`${alertsPath(organizationId)}/secret`)).data.secret;
}

/** @throws ApiError */
export async function rotateAlertSecret(organizationId: string): Promise<string> {
  const path = `${alertsPath(organizationId)}/secret/rotate`;
  return (await callApi<{ secret: string }>(path, { method: 'POST' })).data.secret;
}
