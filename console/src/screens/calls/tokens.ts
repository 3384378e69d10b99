import type { TokenUsage } from '../../api/calls.js';
import { formatCount } from '../../format/numbers.js';
import { text } from './text.js';

/** All that was read, from a cache or not. */
export const inputTokensOf = (usage: TokenUsage): number =>
  usage.input_tokens +
  (usage.cache_read_tokens ?? 0) +
  (usage.cache_write_5m_tokens ?? 0) +
  (usage.cache_write_1h_tokens ?? 0);

type Kind = keyof typeof text.tokenKinds;

/** `12 input, 34 output`: what is priced apart is told apart. */
export function tokensInWords(usage: TokenUsage): string {
  const kinds = (Object.keys(text.tokenKinds) as Kind[]).flatMap((kind) => {
    const count = usage[kind];
    return count === undefined ? [] : [`${formatCount(count)} ${text.tokenKinds[kind]}`];
  });
  if (usage.served_fast === true) kinds.push(text.fast);
  if (usage.estimated === true) kinds.push(text.estimated);
  return kinds.join(', ');
}
