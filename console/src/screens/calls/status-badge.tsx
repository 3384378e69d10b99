import { Badge } from '../../ui/badge.js';
import { text } from './text.js';

const FAILED_FROM = 400;

/** The status that the caller, or the gateway, saw; 0 for a provider that never answered. */
export function StatusBadge({ status }: { readonly status: number }) {
  const tone = status === 0 || status >= 500 ? 'bad' : status >= FAILED_FROM ? 'warn' : 'good';
  return <Badge tone={tone}>{status === 0 ? text.noAnswer : status}</Badge>;
}
