/** Tags around words of a person: their content is read. */
const ASK_TAG = /^(?:user[-_]?\w*|task|request|query|feedback|goal|issue|instructions?|rules?|ask|prompt)$/i;
const TAG = /<([a-z][\w-]{0,40})(?:\s[^<>\n]{0,200})?>/gi;
const FENCE = /(```|"""|'''|~~~)[^\n]*\n[\s\S]*?\1/g;
const MOST_TAGS = 32;

/** `text` with `mark` for what stands within tags, fences and triple quotes: it is data, whoever laid it there. */
export function maskEnclosed(text: string, mark: string): string {
  const fenced = FENCE_SIGN.test(text)
    ? text.replace(FENCE, (_, fence: string) => `${fence}\n${mark}\n${fence}`)
    : text;
  return fenced.includes('</') ? maskTags(fenced, mark) : fenced;
}

const FENCE_SIGN = /```|"""|'''|~~~/;

function maskTags(text: string, mark: string): string {
  let masked = '';
  let from = 0;
  let seen = 0;
  TAG.lastIndex = 0;
  for (;;) {
    const match = TAG.exec(text);
    if (match === null || (seen += 1) > MOST_TAGS) break;
    const name = match[1] ?? '';
    if (ASK_TAG.test(name)) continue;
    const end = text.indexOf(`</${name}>`, TAG.lastIndex);
    if (end < 0) continue;
    masked += `${text.slice(from, TAG.lastIndex)}${mark}`;
    from = end;
    TAG.lastIndex = end + name.length + 3;
  }
  return masked + text.slice(from);
}
