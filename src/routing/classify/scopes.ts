import type { ScopeTokens } from './text-features.js';
import { tokenize } from '../../lib/words/tokens.js';

const HEAD = 360;
const TAIL = 200;
const MOST_TOKENS = 160;

/** The pieces of a request that the scorer reads: what it costs is bounded by their lengths. */
export interface Scopes {
  /** The beginning and end of the system prompt. */
  readonly system: string;
  readonly head: string;
  /** The end of the ask where it goes beyond the head; else ''. */
  readonly tail: string;
}

export function readScopes({ system, frame }: ScopeTexts): Scopes {
  return {
    system: system.length <= HEAD + TAIL ? system : `${system.slice(0, HEAD)}\n${system.slice(-TAIL)}`,
    head: frame.slice(0, HEAD),
    tail: frame.length <= HEAD ? '' : frame.slice(Math.max(HEAD, frame.length - TAIL)),
  };
}

interface ScopeTexts {
  readonly system: string;
  readonly frame: string;
}

export function readScopeTokens(texts: ScopeTexts): ScopeTokens {
  const { system, head, tail } = readScopes(texts);
  return {
    system: tokenize(system, MOST_TOKENS),
    head: tokenize(head, MOST_TOKENS),
    tail: tokenize(tail, MOST_TOKENS),
  };
}
