/** A line of a text, without its break. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
  readonly kind: LineKind;
}

/** `kept` is everything but prose: code, JSON, tables, tags, quotations, headings. */
export type LineKind = 'blank' | 'kept' | 'prose';

/** What the rules want to know of a line before it is judged beside its neighbours. */
interface LineSigns {
  readonly start: number;
  readonly end: number;
  readonly isBlank: boolean;
  readonly isIndented: boolean;
  readonly looksLikeCode: boolean;
  /** The end of a sentence. */
  readonly endsSentence: boolean;
  /** Columns, by the sign between them; a run of lines with as many is a table. */
  readonly columns: Readonly<Record<Separator, number>>;
  isKept: boolean;
}

type Separator = '|' | '\t' | ',' | ';' | 'spaces';

/** More lines than any prose has in what a call may send: such a text is not prose. */
const MAX_LINES = 40_000;
/** No rule about the form of a line is asked about more of it: a longer one is prose, or JSON. */
const MAX_FORMED_CHARACTERS = 2_000;
const FENCE_START = /^\s*(?:[-*>]\s+)?(`{3,}|~{3,})([^`]*)$/;
const TAG_LINE = /^\s*(?:<[/!?]?[A-Za-z][^<>]{0,200}>\s*)+$/;
const TABLE_LINE = /^[^|]*\|[^|]*\|/;
const QUOTE_LINE = /^\s*>/;
const DELIMITER_LINE = /^\s*(?:"""|'''|[-=_*#~]{3,})\s*$/;
const HEADING = /^\s*#{1,6}\s|^\s*[^\s.!?。！？]{1,40}(?: [^\s.!?。！？]{1,40}){0,5}[:：]\s*$/;
const JSON_START = /^\s*(?:[{[]\s*(?:["\]}[{]|$)|\[\s*-?\d[\d.eE+-]*\s*,)/;
const JSON_LINE = /^\s*(?:"[^"\n]{1,80}"\s*:|[\]}]+,?\s*$)/;
const SURE_CODE =
  /^\s*(?:def|class|import|from|return|function|const|let|var|public|private|static|void|if|for|while|else|elif|#include|SELECT|INSERT|UPDATE|DELETE|CREATE|async|export|fn|func|struct|try|catch)\b.*(?:[;{]|\):|\)\s*->\s*\S+:)\s*$|\)\s*[;{]\s*$|^\s*[{}]+[;,]?\s*$/;
const CODE_SIGN =
  /[;{]\s*$|^\s*[}\])]+[;,)]*\s*$|^\s*[\w$.[\]'"]{1,80}(?:\s*:\s*\w+)?\s*(?:[-+*/|&]|:)?=\s*\S|^\s*[\w.$]{2,80}\([^\n]{0,200}\)[;,:{]?\s*$|^\s*@\w+|^\s*(?:\/\/|\/\*|\*\/|#!|-- )|=>|^\s*(?:return|pass|break|continue|raise|yield|elif|else:|try:|except)\b[^.]*$|^\s*(?:def|class|if|for|while|with|elif)\b.*:\s*$|^\s*(?:import|from|using|package|use|include|require)\s+[\w.:*{}, /'"-]+;?$|^\s*[$%#>]\s[a-z][\w-]*\s|^\s*at [\w.$<>]+ ?\(|^\s*File ".{1,200}", line \d/;
const YAML_LINE = /^\s*(?:- )?[a-z_][\w.-]{0,60}:(?:\s+\S.{0,60})?$|^\s*- \S{1,60}$/;
const SENTENCE_END = /[.!?:…。！？」』”"')।؟۔]\s*$/;
const INDENTED = /^(?: {4,}|\t+)\S/;
const SPACED_COLUMN = /[^\s.!?:;,](?: {2,}|\t)(?=\S)/g;
const MIN_CODE_SHARE = 0.4;
const MAX_CELL_CHARACTERS = 40;
/** Signs that part columns; how many a line must have at least, and how many lines. Commas and semicolons stand in prose too. */
const TABLE_RULES: readonly (readonly [Separator, number, number])[] = [
  ['|', 1, 2],
  ['\t', 1, 2],
  ['spaces', 2, 3],
  [',', 2, 3],
  [';', 2, 3],
];

/**
 * Judges each line of a text: what is not prose is never taken apart. Linear in the text's length; `undefined` when it has more
 * lines than prose has.
 */
export function classifyLines(text: string): TextLine[] | undefined {
  const lines = readLines(text);
  if (lines === undefined) return undefined;
  keepFences(text, lines);
  keepJson(text, lines);
  for (const [from, to] of runsOf(lines, ({ isBlank }) => !isBlank)) {
    keepCode(lines, from, to);
    keepTables(lines, from, to);
    keepYaml(text, lines, from, to);
  }
  for (const [from, to] of runsOf(lines, ({ isIndented, isBlank }) => isIndented || isBlank))
    keepIndented(lines, from, to);
  return lines.map(({ start, end, isBlank, isKept }) => {
    if (isKept) return { start, end, kind: 'kept' };
    return { start, end, kind: isBlank ? 'blank' : 'prose' };
  });
}

function readLines(text: string): LineSigns[] | undefined {
  const lines: LineSigns[] = [];
  for (let start = 0; start <= text.length;) {
    if (lines.length >= MAX_LINES) return undefined;
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak < 0 ? text.length : lineBreak;
    lines.push(readLine(text, start, end));
    start = end + 1;
  }
  return lines;
}

function readLine(text: string, start: number, end: number): LineSigns {
  const isLong = end - start > MAX_FORMED_CHARACTERS;
  const content = text.slice(start, isLong ? start + MAX_FORMED_CHARACTERS : end);
  const isBlank = content.trim() === '';
  if (isLong || isBlank) {
    return {
      start,
      end,
      isBlank: isBlank && !isLong,
      isIndented: false,
      looksLikeCode: false,
      endsSentence: true,
      columns: { '|': 0, '\t': 0, ',': 0, ';': 0, spaces: 0 },
      isKept: isLong && isBlank,
    };
  }
  return {
    start,
    end,
    isBlank,
    isIndented: INDENTED.test(content),
    looksLikeCode: CODE_SIGN.test(content),
    endsSentence: SENTENCE_END.test(content),
    columns: countColumns(content),
    isKept:
      TAG_LINE.test(content) ||
      TABLE_LINE.test(content) ||
      QUOTE_LINE.test(content) ||
      DELIMITER_LINE.test(content) ||
      HEADING.test(content) ||
      SURE_CODE.test(content),
  };
}

function countColumns(content: string): LineSigns['columns'] {
  const columns = { '|': 0, '\t': 0, ',': 0, ';': 0, spaces: 0 };
  let inQuotes = false;
  for (const character of content) {
    if (character === '"') inQuotes = !inQuotes;
    else if (!inQuotes && (character === '|' || character === '\t' || character === ',' || character === ';'))
      columns[character] += 1;
  }
  columns.spaces = content.trim().match(SPACED_COLUMN)?.length ?? 0;
  return columns;
}

/** Fences by their length, also those that begin or end beside other words; one that is never closed holds the rest. */
function keepFences(text: string, lines: readonly LineSigns[]): void {
  let fence: string | undefined;
  for (const line of lines) {
    const content = text.slice(line.start, line.end);
    const wasOpen = fence !== undefined;
    if (fence === undefined) {
      const start = FENCE_START.exec(content)?.[1];
      if (start !== undefined) fence = start;
      else if (countOf(content, '```') % 2 === 1) fence = '```';
    } else if (closes(content, fence)) fence = undefined;
    if (wasOpen || fence !== undefined || content.includes('```')) line.isKept = true;
  }
}

/** A fence is closed by one as long; three backticks also behind the last line of code, as people write. */
function closes(content: string, fence: string): boolean {
  const trimmed = content.trim();
  if (trimmed.startsWith(fence) && trimmed.replaceAll(fence[0] ?? '`', '') === '') return true;
  return fence === '```' && !trimmed.startsWith('```') && countOf(content, '```') % 2 === 1;
}

function countOf(content: string, sign: string): number {
  return content.includes(sign) ? content.split(sign).length - 1 : 0;
}

function keepJson(text: string, lines: readonly LineSigns[]): void {
  let depth = 0;
  for (const line of lines) {
    const head = text.slice(line.start, Math.min(line.end, line.start + MAX_FORMED_CHARACTERS));
    if (depth === 0 && !JSON_START.test(head)) {
      if (JSON_LINE.test(head)) line.isKept = true;
      continue;
    }
    depth = Math.max(0, depth + balance(text.slice(line.start, line.end)));
    line.isKept = true;
  }
}

/** How many brackets a line leaves open. */
function balance(content: string): number {
  let open = 0;
  let inText = false;
  for (let index = 0; index < content.length; index += 1) {
    const character = content[index];
    if (character === '\\') index += 1;
    else if (character === '"') inText = !inText;
    else if (!inText && (character === '{' || character === '[')) open += 1;
    else if (!inText && (character === '}' || character === ']')) open -= 1;
  }
  return open;
}

/** A paragraph of which much looks like code is code, the lines between included. */
function keepCode(lines: readonly LineSigns[], from: number, to: number): void {
  let looks = 0;
  for (let index = from; index < to; index += 1) if (lines[index]?.looksLikeCode === true) looks += 1;
  const before = lines[from - 2];
  const isBesideCode = before?.isKept === true && before.looksLikeCode;
  if (looks + (isBesideCode ? 1 : 0) < 2 || looks < (to - from) * MIN_CODE_SHARE) return;
  keep(lines, from, to);
}

/** Lines beside each other with the same columns. */
function keepTables(lines: readonly LineSigns[], from: number, to: number): void {
  for (const [separator, minColumns, minLines] of TABLE_RULES) {
    for (let index = from; index < to;) {
      const columns = lines[index]?.columns[separator] ?? 0;
      let end = index + 1;
      while (end < to && lines[end]?.columns[separator] === columns) end += 1;
      const isTable = columns >= minColumns && end - index >= minLines;
      const isSign = separator === ',' || separator === ';';
      if (isTable && (!isSign || isShortCelled(lines.slice(index, end), columns))) keep(lines, index, end);
      index = end;
    }
  }
}

function isShortCelled(lines: readonly LineSigns[], columns: number): boolean {
  const characters = lines.reduce((sum, { start, end }) => sum + end - start, 0);
  const sentences = lines.filter(({ endsSentence }) => endsSentence).length;
  return characters <= lines.length * (columns + 1) * MAX_CELL_CHARACTERS && sentences * 3 <= lines.length;
}

function keepYaml(text: string, lines: readonly LineSigns[], from: number, to: number): void {
  const isYaml = (index: number): boolean => {
    const { start = 0, end = 0 } = lines[index] ?? {};
    if (end - start > 140) return false;
    const content = text.slice(start, end);
    return YAML_LINE.test(content) && !/[.!?]\s*$/.test(content);
  };
  for (let index = from; index < to;) {
    let end = index;
    while (end < to && isYaml(end)) end += 1;
    if (end - index >= 3) keep(lines, index, end);
    index = Math.max(end, index + 1);
  }
}

/** An indented block: code when something in it looks like it, when it stands behind code, or when nothing in it is a sentence. */
function keepIndented(lines: readonly LineSigns[], from: number, to: number): void {
  let looks = 0;
  let sentences = 0;
  let count = 0;
  for (let index = from; index < to; index += 1) {
    const line = lines[index];
    if (line === undefined || line.isBlank) continue;
    count += 1;
    if (line.looksLikeCode) looks += 1;
    else if (line.endsSentence) sentences += 1;
  }
  if (count === 0) return;
  const isBehindCode = lines[from - 1]?.looksLikeCode === true;
  if ((looks > 0 && looks >= sentences) || isBehindCode || sentences === 0) keep(lines, from, to);
}

function keep(lines: readonly LineSigns[], from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const line = lines[index];
    if (line !== undefined && !line.isBlank) line.isKept = true;
  }
}

function* runsOf(
  lines: readonly LineSigns[],
  belongs: (line: LineSigns) => boolean,
): Generator<readonly [number, number]> {
  let from: number | undefined;
  for (let index = 0; index <= lines.length; index += 1) {
    const line = lines[index];
    if (line !== undefined && belongs(line)) from ??= index;
    else if (from !== undefined) {
      yield [from, index];
      from = undefined;
    }
  }
}
