/**
 * Text that programs put into a person's message: coding agents and editors wrap what they add in tags of their own.
 * Names as the agents write them, and what names of such tags have in common.
 */
const HARNESS_NAME =
  /^(?:system[-_](?:reminder|context|info|notice|message|warning|instructions?)|environment(?:[-_]\w+)?|env|user[-_](?:info|rules|instructions|memory|environment|context|preferences)|local-command-\w+|command-(?:name|message|args|contents)|git[-_]\w+|project[-_](?:layout|context|rules|instructions|structure)|workspace[-_]?\w*|(?:editor|ide|open(?:ed)?|attached|recent|current|visible|additional|workspace)[-_]\w+|available_\w+|skills?|memory|memories|reminder(?:instructions)?|agents?_md|instructions|rules|attachments?|permissions[- ]\w+|collaboration_mode|turn_aborted)$/i;
/** Documents laid before a question. They are data of a template too, so only the last ask is read without them. */
const CONTEXT_NAME =
  /^(?:context|documents?|sources?|search[-_]results?|knowledge|retrieved[-_]?\w*|passages?)$/i;
/** The person's words inside of the harness. */
const ASK_NAME = /^(?:user[-_](?:query|message|request|prompt|input|question)|task|request|query|feedback)$/i;

const OPENING_TAG = /<([a-z][\w-]{1,40})(?:\s[^<>\n]{0,200})?>/gi;
/** How many tags of one text are looked at: the rest stays. */
const MOST_TAGS = 64;

export type Stripping = 'harness' | 'harness-and-context';

/** The text without injected blocks; tags around the ask itself are taken off. Linear in the length of the text. */
export function stripHarness(text: string, stripping: Stripping = 'harness'): string {
  if (!text.includes('<')) return text;
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  let seen = 0;
  OPENING_TAG.lastIndex = 0;
  for (;;) {
    const match = OPENING_TAG.exec(text);
    if (match === null || (seen += 1) > MOST_TAGS) break;
    const name = match[1] ?? '';
    if (!isInjected(name, stripping) || unclosed.has(name)) continue;
    const end = text.indexOf(`</${name}>`, OPENING_TAG.lastIndex);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    kept += text.slice(from, match.index);
    from = end + name.length + 3;
    OPENING_TAG.lastIndex = from;
  }
  return unwrapAsk(kept + text.slice(from)).trim();
}

function isInjected(name: string, stripping: Stripping): boolean {
  return HARNESS_NAME.test(name) || (stripping === 'harness-and-context' && CONTEXT_NAME.test(name));
}

/** `<task>…</task>` around all that is left is no part of the ask. */
function unwrapAsk(text: string): string {
  const trimmed = text.trim();
  const match = /^<([a-z][\w-]{1,40})>/i.exec(trimmed);
  const name = match?.[1];
  if (name === undefined || !ASK_NAME.test(name)) return text;
  const closing = `</${name}>`;
  return trimmed.endsWith(closing) ? trimmed.slice(name.length + 2, -closing.length) : text;
}
