import type { RequestShape } from './request-shape.js';

const HEAD = 360;
const TAIL = 200;

/** The pieces of a request that the scorer reads: what it costs is bounded by their lengths. */
export interface Scopes {
  /** The beginning and end of the system prompt. */
  readonly system: string;
  readonly head: string;
  /** The end of the ask where it goes beyond the head; else ''. */
  readonly tail: string;
}

export function readScopes({ system, ask }: RequestShape): Scopes {
  return {
    system: system.length <= HEAD + TAIL ? system : `${system.slice(0, HEAD)}\n${system.slice(-TAIL)}`,
    head: ask.slice(0, HEAD),
    tail: ask.length <= HEAD ? '' : ask.slice(Math.max(HEAD, ask.length - TAIL)),
  };
}
