import type { JsonObject } from '../../exact-json/raw-json.js';
import { isJsonObject } from '../../exact-json/raw-json.js';
import { toUrlCitations } from './url-citations.js';

/** What a whole message says, piece by piece, in the members of chat. */
export type AnswerPart =
  | { readonly kind: 'thinking'; readonly block: unknown }
  /** @param annotations their offsets are those of this text */
  | { readonly kind: 'text'; readonly text: string; readonly annotations: readonly JsonObject[] }
  | { readonly kind: 'call'; readonly call: unknown };

export interface PartMakers {
  readonly thinking: (block: JsonObject) => unknown;
  readonly call: (block: JsonObject) => unknown;
}

/** A chat message says all its thinking, then its text, then its calls. */
const RANKS: ReadonlyMap<unknown, number> = new Map([
  ['thinking', 0],
  ['redacted_thinking', 0],
  ['text', 1],
  ['tool_use', 2],
]);

/**
 * The parts of a message whose blocks stand in another order than a chat message can tell; `undefined` for nearly every one. Texts
 * with nothing but blocks that we pass over between them are one.
 */
export function partsOutOfOrder(
  blocks: readonly JsonObject[],
  makers: PartMakers,
): readonly AnswerPart[] | undefined {
  const told = blocks.filter(({ type, text }) => RANKS.has(type) && (type !== 'text' || isSaid(text)));
  if (told.every(({ type }, index) => index === 0 || rankOf(told[index - 1]?.type) <= rankOf(type)))
    return undefined;
  const parts: AnswerPart[] = [];
  for (let index = 0; index < told.length;) {
    const run = runOfTexts(told, index);
    if (run.length > 0) parts.push(toTextPart(run));
    else parts.push(toPart(told[index], makers));
    index += Math.max(run.length, 1);
  }
  return parts;
}

function runOfTexts(blocks: readonly JsonObject[], start: number): readonly JsonObject[] {
  let end = start;
  while (blocks[end]?.type === 'text') end += 1;
  return blocks.slice(start, end);
}

function toTextPart(run: readonly JsonObject[]): AnswerPart {
  return {
    kind: 'text',
    text: run.map(({ text }) => String(text)).join(''),
    annotations: toUrlCitations(run),
  };
}

function toPart(block: unknown, { thinking, call }: PartMakers): AnswerPart {
  if (!isJsonObject(block)) throw new Error('every part is made of a block');
  return block.type === 'tool_use'
    ? { kind: 'call', call: call(block) }
    : { kind: 'thinking', block: thinking(block) };
}

function isSaid(text: unknown): boolean {
  return typeof text === 'string' && text !== '';
}

function rankOf(type: unknown): number {
  return RANKS.get(type) ?? 0;
}
