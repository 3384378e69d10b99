import type { GatewayError } from '../lib/gateway-error.js';

/** Statuses that ask for the same request again, by what they mean. */
const WAITING_HELPS: ReadonlySet<number> = new Set([408, 429]);

/**
 * `x-should-retry: false`, which official SDKs obey, on an error of ours that the same request would meet again: every 4xx but
 * those that are about time, by their status or because they say when to come back (`retry-after`). Some clients try any error
 * again for minutes. An error of status 5xx that is as final says so in its own headers; a provider's speaks for itself.
 */
export function retryAdvice({ status, headers, source }: GatewayError): Readonly<Record<string, string>> {
  const isOurs4xx = source === 'gateway' && status >= 400 && status < 500;
  if (!isOurs4xx || WAITING_HELPS.has(status) || 'retry-after' in headers) return {};
  return { 'x-should-retry': 'false' };
}
