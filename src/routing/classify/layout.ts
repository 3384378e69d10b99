/** How a text is laid out. Counts are of lines. */
export interface Layout {
  readonly lines: number;
  readonly paragraphs: number;
  /** Lines that begin with a label of up to four words and a colon, or a heading mark. */
  readonly labels: number;
  /** Lines of a list, of options above all. */
  readonly items: number;
  readonly flags: Readonly<Record<string, boolean>>;
}

/** Of a text its first and last characters are read. */
const READ = 1_200;
const LABEL =
  /^\s*(?:#{1,4}\s+|\*\*|\[)?[\p{L}_][\p{L}\p{N}_'’-]*(?: [\p{L}\p{N}_()'’-]+){0,3}\s*(?:\*\*|\])?[:：](?:\s|$)/u;
const ITEM = /^\s*(?:[-*•]|\d{1,2}[.)]|\(?[A-Ha-h][.):])\s+\S/;

export function readLayout(text: string): Layout {
  const read = text.length <= 2 * READ ? text : `${text.slice(0, READ)}\n${text.slice(-READ)}`;
  const lines = read.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const first = filled[0]?.trim() ?? '';
  const last = filled.at(-1)?.trim() ?? '';
  let labels = 0;
  let items = 0;
  for (const line of filled) {
    if (LABEL.test(line.slice(0, 80))) labels += 1;
    if (ITEM.test(line.slice(0, 20))) items += 1;
  }
  return {
    lines: filled.length,
    paragraphs: countParagraphs(lines),
    labels,
    items,
    flags: {
      'ends in colon': /[:：]$/.test(last),
      'ends in question': /[?？]["'”]?$/.test(last),
      'ends in stop': /[.。!！]["'”]?$/.test(last),
      'ends bare': /[\p{L}\p{N}]$/u.test(last),
      'last line is a label':
        filled.length > 1 && /^#{0,4}\s*[^\s:：][^\n:：]{0,30}[:：]?$/.test(last) && /[:：]$|^#/.test(last),
      'first line is a label': LABEL.test(first.slice(0, 80)),
      'first line ends in colon': filled.length > 1 && /[:：]$/.test(first),
      'first line is a question': filled.length > 1 && /[?？]$/.test(first),
      'first line ends in stop': filled.length > 1 && /[.。]$/.test(first),
      'one line': filled.length === 1,
      'starts in lower case': /^\p{Ll}/u.test(first),
      'starts with a sign': /^[^\p{L}\p{N}]/u.test(first),
      fence: read.includes('```'),
      tags: /<\/[a-zA-Z][\w-]*>/.test(read),
      'long quote': /["“«„][^"”»“]{30,}["”»“]/.test(read),
      quote: /["“«„'‘][^"”»“'’\n]{1,30}["”»“'’]/.test(read),
      'triple mark': /"""|###|---|===|\*\*\*/.test(read),
      'object or placeholder': /\{\s*"[\w ]+"\s*:|\{\{\w+\}\}/.test(read),
      'snake case': /\b[a-z]+_[a-z]+\b/.test(read),
      'alternatives after a colon': /[:：(][^\n:.,/|]{1,40}[,/|][^\n:.,/|]{1,40}[,/|]/.test(
        read.slice(0, 600),
      ),
      'code signs':
        /[;{}][ \t]*$|^[ \t]*(?:def|class|import|function|const|let|var|public|#include|select)\b/m.test(
          read,
        ),
      exclamation: /[!！]/.test(read),
      'several questions': /[?？][^?？]+[?？]/.test(read),
      'run of dots': /\.{3}|…/.test(read),
    },
  };
}

function countParagraphs(lines: readonly string[]): number {
  let count = 0;
  let inside = false;
  for (const line of lines) {
    const blank = line.trim() === '';
    if (!blank && !inside) count += 1;
    inside = !blank;
  }
  return count;
}
