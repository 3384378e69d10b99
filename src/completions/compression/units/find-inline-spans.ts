/** A stretch of prose in which no sentence ends: a quotation, an inline code, a JSON value. */
export interface InlineSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: 'quote' | 'code' | 'json';
}

const MAX_QUOTE_CHARACTERS = 600;
const MAX_CODE_CHARACTERS = 300;
/** How far JSON that never ends is looked through, for one line in all: so that a line of brackets costs no more than its length. */
const MAX_JSON_STEPS = 200_000;
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['„', '“”'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
]);
const OPENER = /[`"“„«「『{[]/g;
const JSON_HEAD = /[{[]\s{0,20}(?:["{[]|'\w)/y;

/** Finds them from left to right, none inside another. */
export function findInlineSpans(content: string): InlineSpan[] {
  const spans: InlineSpan[] = [];
  let jsonSteps = MAX_JSON_STEPS;
  let behind = 0;
  for (const { index: start, 0: sign } of content.matchAll(OPENER)) {
    if (start < behind) continue;
    let end: number | undefined;
    if (sign === '{' || sign === '[') {
      JSON_HEAD.lastIndex = start;
      if (jsonSteps <= 0 || !JSON_HEAD.test(content)) continue;
      const walked = closeJson(content, start, jsonSteps);
      jsonSteps -= walked.steps;
      end = walked.end;
    } else end = closeSign(content, start, sign);
    if (end === undefined) continue;
    spans.push({ start, end, kind: kindOf(sign) });
    behind = end;
  }
  return spans;
}

function kindOf(sign: string): InlineSpan['kind'] {
  if (sign === '`') return 'code';
  return sign === '{' || sign === '[' ? 'json' : 'quote';
}

function closeSign(content: string, start: number, sign: string): number | undefined {
  if (sign === '`') return closeBefore(content, start, '`', MAX_CODE_CHARACTERS);
  if (sign !== '"') return closeBefore(content, start, CLOSING.get(sign) ?? '', MAX_QUOTE_CHARACTERS);
  return isOpening(content, start) ? closeBefore(content, start, '"', MAX_QUOTE_CHARACTERS) : undefined;
}

function closeBefore(content: string, start: number, closing: string, reach: number): number | undefined {
  const limit = Math.min(content.length, start + reach);
  for (let index = start + 1; index < limit; index += 1)
    if (closing.includes(content.charAt(index))) return index + 1;
  return undefined;
}

function closeJson(
  content: string,
  start: number,
  mostSteps: number,
): { end: number | undefined; steps: number } {
  let depth = 0;
  let inText = false;
  const limit = Math.min(content.length, start + mostSteps);
  for (let index = start; index < limit; index += 1) {
    const character = content[index];
    if (character === '\\') index += 1;
    else if (character === '"') inText = !inText;
    else if (inText) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return { end: index + 1, steps: index + 1 - start };
    }
  }
  return { end: undefined, steps: limit - start };
}

/** A straight quotation mark opens behind a space or a bracket, before a word. */
function isOpening(content: string, start: number): boolean {
  const before = content[start - 1];
  const after = content[start + 1];
  return (before === undefined || /[\s([{—–-]/.test(before)) && after !== undefined && !/[\s"]/.test(after);
}
