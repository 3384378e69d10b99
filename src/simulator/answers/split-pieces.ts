/**
 * Cuts a text into the pieces a provider would stream, about one token each: a short run of letters with the white
 * space before it. The pieces joined are the text again.
 */
export function splitPieces(text: string): string[] {
  return text.match(/\s{0,8}\S{1,5}|\s{1,8}/gu) ?? [];
}
