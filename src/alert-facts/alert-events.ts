/** What an organization can be told of. */
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
] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

/** What a post may say: one of them, or that somebody tries the address. */
export type PostedEvent = AlertEvent | 'test';
