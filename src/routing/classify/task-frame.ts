import { maskEnclosed } from './mask-enclosed.js';
import {
  ACTION,
  ADDRESS,
  CONSTRAINT,
  PERSONA,
  POINTER,
  SLOT,
  taskWordsOf,
} from '../../lib/words/task-words.js';
import { tokenize } from '../../lib/words/tokens.js';

/** Stands for data that was left out. */
export const DATA_MARK = '▢';

/** Of a longer ask its beginning and end are read. */
const HEAD = 1_600;
const TAIL = 600;
const MOST_LINES = 60;
/** Tokens of a line that are looked at: an instruction says what it wants early. */
const LINE_TOKENS = 60;
const SYSTEM_TOKENS = 160;
/** An instruction behind the data is not longer. */
const LONGEST_TAIL = 240;
/** An instruction in one line with its data, up to the colon. */
const LONGEST_INLINE = 160;

export interface TaskFrame {
  /** The ask with `DATA_MARK` for its data; nothing but the mark where the system prompt is the instruction. */
  readonly text: string;
  /** The ask itself says what to do with an input. */
  readonly hasInstruction: boolean;
}

/**
 * The ask without its data: what a template says to every input. Where nothing reads as an instruction for an input, the ask
 * stays as it is, but for what is enclosed in tags and fences. A task's kind and difficulty are judged by it, so that they do
 * not change with the input.
 */
export function readFrame(ask: string, system: string): TaskFrame {
  // Kind and difficulty of a request ask for it one after the other.
  if (ask !== last.ask || system !== last.system) last = { ask, system, frame: takeFrame(ask, system) };
  return last.frame;
}

let last = { ask: '', system: '', frame: { text: '', hasInstruction: false } };

function takeFrame(ask: string, system: string): TaskFrame {
  const text = maskEnclosed(bounded(ask), DATA_MARK);
  const framed = frameOfText(text);
  if (framed !== undefined) return { text: framed, hasInstruction: true };
  return { text: isTaskPrompt(system) ? DATA_MARK : text, hasInstruction: false };
}

/** Whether a text says what to do with an input. */
export function isInstruction(kinds: number): boolean {
  return (kinds & ACTION) !== 0 && (kinds & (CONSTRAINT | POINTER)) !== 0;
}

/** A system prompt that is the instruction for an input, not one of somebody who talks with people. */
function isTaskPrompt(system: string): boolean {
  if (system === '') return false;
  const kinds = taskWordsOf(tokenize(system, SYSTEM_TOKENS));
  if ((kinds & PERSONA) !== 0) return false;
  const head = system.slice(0, HEAD);
  if (SERVICE.test(head)) return true;
  if ((kinds & ACTION) === 0) return false;
  if ((kinds & POINTER) !== 0 || ONE_OF.test(head)) return true;
  return (kinds & CONSTRAINT) !== 0 && (kinds & ADDRESS) === 0;
}

/** `You are a moderation service`: what it is for is what it does with an input. */
const SERVICE =
  /(?<!\p{L})(?:extract|classif|translat|summari|moderat|annotat|pars|label|tagg|rout|triag|normali|detect|rewrit|correct|conver|scor|rank|match|redact|anonymi)\p{L}*[ -](?:service|engine|system|model|function|component|tool|pipeline|api|step|module|backend)(?!\p{L})/iu;
/** `Reply with one of: billing, login, other.` */
const ONE_OF =
  /(?<!\p{L})(?:one of|exactly one|eine? von|eines von|eine der|un de|una de|un des|uno de|uma de|jedn[uoáy] z|jedn[ąym]+ z|одн[уиой]+ из)(?!\p{L})[^.\n]{0,40}[:：]/iu;

/** A last line that is a label without its value. */
const WAITING_LABEL = /\n[^\n(]{1,40}(?:\([^()\n]{1,80}\)\s?)?(?:[:：]|->|→|=>)\s*$/;
const LONGEST_LABEL = 140;

/** Whether the text ends in a label that waits for the answer. */
export function endsInLabel(frame: string): boolean {
  return WAITING_LABEL.test(frame.slice(-LONGEST_LABEL));
}

function bounded(ask: string): string {
  return ask.length <= HEAD + TAIL ? ask : `${ask.slice(0, HEAD)}\n${ask.slice(-TAIL)}`;
}

interface Line {
  readonly text: string;
  readonly blankBefore: boolean;
  readonly label: Label | undefined;
}

interface Label {
  /** With its colon. */
  readonly text: string;
  /** It names an input: what follows is data. */
  readonly isSlot: boolean;
  readonly isBare: boolean;
}

/** Undefined where no instruction is found. */
function frameOfText(text: string): string | undefined {
  const lines = readLines(text);
  const start = dataStart(lines);
  if (start !== undefined) return framed(lines, start, tailStart(lines, start));
  const tail = instructionTail(lines);
  if (tail !== undefined) return framed(lines, 0, tail);
  return waitingFrame(lines) ?? inlineFrame(text);
}

/** Labelled inputs before a label that waits for the answer: a template, whatever its first line says. */
function waitingFrame(lines: readonly Line[]): string | undefined {
  const tail = tailStart(lines, 0);
  if (tail === lines.length) return undefined;
  const start = lines.findIndex(({ label }) => label?.isSlot === true && !label.isBare);
  return start < 0 || start >= tail ? undefined : framed(lines, start, tail);
}

function readLines(text: string): Line[] {
  const lines: Line[] = [];
  let blankBefore = false;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '') {
      blankBefore = true;
      continue;
    }
    lines.push({ text: line, blankBefore, label: readLabel(line) });
    blankBefore = false;
    if (lines.length === MOST_LINES) break;
  }
  return lines;
}

/** `Text:`, `**Text**:`, and with what may be answered: `Label (yes, no):`. */
const LABEL =
  /^(?:#{1,4} |\*\*|\[)?([\p{L}_][\p{L}\p{N}_'’ -]{0,30})(?:\([^()\n]{1,80}\)\s?)?(?:\*\*|\])?[:：](?:\s|$|(?=\P{P}))/u;
const LABEL_READ = 130;
const HEADING = /^#{1,4} [^\n]{1,40}$/;

function readLabel(line: string): Label | undefined {
  if (HEADING.test(line)) return { text: line, isSlot: namesInput(line), isBare: true };
  const match = LABEL.exec(line.slice(0, LABEL_READ));
  if (match === null) return undefined;
  const [text, name = ''] = match;
  return {
    text: text.trimEnd(),
    isSlot: namesInput(name),
    isBare: text.trimEnd().length === line.length,
  };
}

function namesInput(label: string): boolean {
  return (taskWordsOf(tokenize(label, 8)) & (POINTER | SLOT)) !== 0;
}

/** Where the data of an instruction begins that stands before it. */
function dataStart(lines: readonly Line[]): number | undefined {
  let kinds = 0;
  let begun = false;
  for (const [index, line] of lines.entries()) {
    const { label, text } = line;
    const own = taskWordsOf(tokenize(text, LINE_TOKENS));
    if (begun) {
      if (label?.isSlot === true || !continuesInstruction(line, own)) return index;
    }
    kinds |= own;
    begun ||= isInstruction(kinds) || (index === 0 && beginsWithAction(text));
    if (!begun && label?.isSlot === true) return undefined;
  }
  return undefined;
}

const ANY = ACTION | CONSTRAINT;
const ITEM = /^(?:[-*•]|\d{1,2}[.)])\s/;

/** Points, settings and further sentences of an instruction. */
function continuesInstruction({ text, label, blankBefore }: Line, kinds: number): boolean {
  if (ITEM.test(text)) return !blankBefore || isInstruction(kinds);
  if (label !== undefined)
    return (taskWordsOf(tokenize(label.text, 8)) & (blankBefore ? CONSTRAINT : ANY)) !== 0;
  return !blankBefore && isInstruction(kinds);
}

const SHORT_ORDER = 120;

/** `Translate to German`, with nothing else on its line. */
function beginsWithAction(text: string): boolean {
  if (text.length > SHORT_ORDER) return false;
  return (taskWordsOf(tokenize(text, 2)) & ACTION) !== 0;
}

/** The first line of what stands behind the data: labels that wait for the answer. */
function tailStart(lines: readonly Line[], from: number): number {
  let start = lines.length;
  while (start > from + 1 && lines[start - 1]?.label?.isBare === true) start -= 1;
  return start;
}

/** The first line of an instruction behind the data, with its labels; undefined where there is none. */
function instructionTail(lines: readonly Line[]): number | undefined {
  let start = tailStart(lines, 0);
  let kinds = 0;
  let length = 0;
  while (start > 1) {
    const line = lines[start - 1];
    if (line === undefined) return undefined;
    length += line.text.length;
    if (length > LONGEST_TAIL) return undefined;
    kinds |= taskWordsOf(tokenize(line.text, LINE_TOKENS));
    start -= 1;
    if (line.blankBefore) return isInstruction(kinds) ? start : undefined;
  }
  return undefined;
}

/** The lines before the data, the data's labels, the lines behind it. */
function framed(lines: readonly Line[], start: number, tail: number): string {
  const kept = lines.slice(0, start).map(({ text, blankBefore }) => (blankBefore ? `\n${text}` : text));
  for (const line of lines.slice(start, tail)) {
    const mark = line.label?.isSlot === true ? `${line.label.text} ${DATA_MARK}` : DATA_MARK;
    const shown = line.blankBefore && kept.at(-1) !== DATA_MARK ? `\n${mark}` : mark;
    if (mark !== DATA_MARK || kept.at(-1)?.endsWith(DATA_MARK) !== true) kept.push(shown);
  }
  for (const { text, blankBefore } of lines.slice(tail)) kept.push(blankBefore ? `\n${text}` : text);
  return kept.join('\n');
}

/** `Translate the sentence to Dutch: …` */
function inlineFrame(text: string): string | undefined {
  const match = /[:：](?:\s|$|(?=\P{P}))/u.exec(text.slice(0, LONGEST_INLINE));
  if (match === null || text.includes('\n')) return undefined;
  const head = text.slice(0, match.index + 1);
  if (!isInstruction(taskWordsOf(tokenize(head, LINE_TOKENS)))) return undefined;
  return `${head} ${DATA_MARK}`;
}
