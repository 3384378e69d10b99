import { isRecord, toList, toRecord, type JsonRecord } from '../json-value.js';
import { stableHash } from '../stable-hash.js';

const MARK = 'simulated';
const HASH_CHARS = 24;

interface SignedThinking {
  model: string;
  text: string;
  /** `conversationPrefix` of everything before the turn the block belongs to. */
  prefix: string;
}

/** The signature of a simulated thinking block: says which model, text and conversation prefix it belongs to. */
export function signThinking(signed: SignedThinking): string {
  const parts = [MARK, short(signed.model), short(signed.text), short(signed.prefix)];
  return Buffer.from(parts.join(':')).toString('base64');
}

export type SignatureVerdict = 'intact' | 'foreign' | 'other-model' | 'changed-text' | 'changed-prefix';

/** What a replayed block's signature proves; `foreign` = not made by this simulator. */
export function checkSignature(signature: string, claimed: SignedThinking): SignatureVerdict {
  const [mark, model, text, prefix] = Buffer.from(signature, 'base64').toString().split(':');
  if (mark !== MARK) return 'foreign';
  if (text !== short(claimed.text)) return 'changed-text';
  if (model !== short(claimed.model)) return 'other-model';
  return prefix === short(claimed.prefix) ? 'intact' : 'changed-prefix';
}

/**
 * Fingerprint of a request up to (not including) message `end`: system, tools and messages. Neighbours of one role are one
 * turn, plain text equals one text block, and cache marks do not count, as at the provider.
 */
export function conversationPrefix(body: JsonRecord, end: number): string {
  const turns: { role: unknown; blocks: unknown[] }[] = [];
  for (const message of toList(body.messages).slice(0, end).map(toRecord)) {
    const previous = turns.at(-1);
    const blocks = toBlocks(message.content);
    if (previous?.role === message.role) previous?.blocks.push(...blocks);
    else turns.push({ role: message.role, blocks: [...blocks] });
  }
  const prefix = { system: toBlocks(body.system), tools: toList(body.tools), turns };
  return stableHash(
    JSON.stringify(prefix, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
  );
}

function toBlocks(content: unknown): unknown[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return toList(content).filter(isRecord);
}

function short(text: string): string {
  return stableHash(text).slice(0, HASH_CHARS);
}
