import { stableHash } from '../stable-hash.js';

export type CacheLifetime = '5m' | '1h';

/** One stretch of a prompt, in order; a breakpoint at its end makes everything up to here a cacheable prefix. */
export interface PromptSegment {
  text: string;
  tokens: number;
  breakpoint?: CacheLifetime;
}

/** Tokens by class; the three classes and `uncachedTokens` sum to the whole prompt. */
export interface CacheAccount {
  uncachedTokens: number;
  readTokens: number;
  written5mTokens: number;
  written1hTokens: number;
}

const MAX_PREFIXES = 10_000;

/** Remembers prompt prefixes that were marked as cacheable; the least recently used one is forgotten first. */
export class PromptCache {
  private readonly prefixes = new Set<string>();

  /** Reads what an earlier call wrote and writes what this one marked. */
  account(model: string, segments: PromptSegment[]): CacheAccount {
    const account: CacheAccount = {
      uncachedTokens: 0,
      readTokens: 0,
      written5mTokens: 0,
      written1hTokens: 0,
    };
    let prefix = model;
    let pending = 0;
    const marks: { key: string; tokens: number; lifetime: CacheLifetime }[] = [];
    for (const segment of segments) {
      pending += segment.tokens;
      prefix = stableHash(`${prefix}\n${segment.text}`);
      if (segment.breakpoint === undefined) continue;
      marks.push({ key: prefix, tokens: pending, lifetime: segment.breakpoint });
      pending = 0;
    }
    account.uncachedTokens = pending;
    const lastHit = marks.findLastIndex((mark) => this.prefixes.has(mark.key));
    for (const [index, mark] of marks.entries()) {
      if (index <= lastHit) account.readTokens += mark.tokens;
      else if (mark.lifetime === '5m') account.written5mTokens += mark.tokens;
      else account.written1hTokens += mark.tokens;
      this.remember(mark.key);
    }
    return account;
  }

  private remember(key: string): void {
    this.prefixes.delete(key);
    this.prefixes.add(key);
    if (this.prefixes.size <= MAX_PREFIXES) return;
    const [oldest] = this.prefixes;
    if (oldest !== undefined) this.prefixes.delete(oldest);
  }
}
