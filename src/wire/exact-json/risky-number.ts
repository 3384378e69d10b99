// A value stands at the start of the text or behind one of these. Only literals with a fraction, an exponent, a minus zero
// or 16 digits and more can print differently, so nothing else is looked at.
const CANDIDATE = /(?:^|[[:,\s])(-?(?:\d{16,}|0(?![\d.eE])|\d+(?=[.eE]))[\d.eE+-]*)/g;
const NUMBER_TAIL = /[\d.eE+-]*/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** True when JavaScript would print the literal in another way. */
export function isRiskyNumber(literal: string): boolean {
  return String(Number(literal)) !== literal;
}

/**
 * True when something that looks like a risky number stands anywhere, strings included: one cheap pass, which may be
 * wrong only in the harmless direction.
 */
export function mayHoldRiskyNumber(text: string): boolean {
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match !== null; match = CANDIDATE.exec(text)) {
    if (isRiskyNumber(match[1] ?? '')) return true;
  }
  return false;
}

/** True when a risky number stands outside strings. `text` must be valid JSON. */
export function holdsRiskyNumber(text: string): boolean {
  let position = 0;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      position = endOfString(text, position);
    } else if (startsNumber(code)) {
      const literal = numberAt(text, position);
      if (isRiskyNumber(literal)) return true;
      position += literal.length;
    } else {
      position += 1;
    }
  }
  return false;
}

/** Position behind the closing quote of the string that opens at `start`. `text` must be valid JSON. */
export function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote, start)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

/** The number literal that begins at `start`. */
export function numberAt(text: string, start: number): string {
  NUMBER_TAIL.lastIndex = start;
  return NUMBER_TAIL.exec(text)?.[0] ?? '';
}

export function startsNumber(code: number): boolean {
  return code === 0x2d || (code >= 0x30 && code <= 0x39);
}

function isEscaped(text: string, quote: number, start: number): boolean {
  let backslashes = 0;
  while (quote - 1 - backslashes > start && text.charCodeAt(quote - 1 - backslashes) === BACKSLASH)
    backslashes += 1;
  return backslashes % 2 === 1;
}
