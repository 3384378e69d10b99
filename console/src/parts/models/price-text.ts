import type { Model } from '../../api/types.js';
import { formatUsd } from '../../format/money.js';
import { text } from './text.js';

/** `$0.15 in · $0.6 out`, for a million tokens. */
export function priceText({ prices_usd_per_million_tokens: { input, output } }: Model): string {
  if (input === null || output === null) return text.reported;
  return text.price(formatUsd(input), formatUsd(output));
}

export const isPriced = ({ kind, prices_usd_per_million_tokens: { input, output } }: Model): boolean =>
  kind === 'chat' && input !== null && output !== null;
