/** What clients wrap a person's own words in. */
const WRAPPERS = /<\/?(?:task|user[-_](?:message|query|request|input|prompt)|feedback|answer)>/gi;
/** Blocks that clients add by themselves (`<system-reminder>`, `<environment_details>`): two words in a tag, as no HTML has. */
const ADDED = /<([a-z]+(?:[-_][a-z]+)+)(?:\s[^>]*)?>[^]*?<\/\1>/gi;

/** The words of a person in a text: without what the client said besides. Empty when that was all. */
export function personText(text: string): string {
  return text.replace(WRAPPERS, '').replace(ADDED, '').trim();
}

/** The last words of a person in a message's texts. */
export function lastPersonText(texts: readonly string[]): string {
  return texts.map(personText).findLast((text) => text !== '') ?? '';
}
