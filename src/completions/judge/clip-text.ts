const GAP = '\n[… left out …]\n';
/** Of a clipped text so much is its beginning: instructions stand there; the end says what is asked last. */
const HEAD_SHARE = 0.6;

/** Head and tail of a text that is longer than `max` characters; half a character at a cut is dropped. */
export function clipText(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = max - GAP.length;
  const head = Math.floor(room * HEAD_SHARE);
  return trimEdges(text.slice(0, head), text.slice(text.length - (room - head)));
}

function trimEdges(head: string, tail: string): string {
  return `${head.replace(/[\uD800-\uDBFF]$/, '')}${GAP}${tail.replace(/^[\uDC00-\uDFFF]/, '')}`;
}
