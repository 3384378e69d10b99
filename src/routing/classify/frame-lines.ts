import { ACTION, CONSTRAINT, POINTER, SLOT, taskWordsOf } from '../../lib/words/task-words.js';
import { tokenize } from '../../lib/words/tokens.js';

const MOST_LINES = 60;
/** Tokens of a line that are looked at: an instruction says what it wants early. */
export const LINE_TOKENS = 60;
/** An order with nothing else on its line is not longer. */
export const SHORT_ORDER = 120;

/** A line of an ask that is not empty. */
export interface Line {
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

/** Whether a text says what to do with an input. */
export function isInstruction(kinds: number): boolean {
  return (kinds & ACTION) !== 0 && (kinds & (CONSTRAINT | POINTER)) !== 0;
}

export function readLines(text: string): Line[] {
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

/** `Text: …`, with its value on the same line. */
export function isFilledSlot(line: Line | undefined): boolean {
  return line?.label?.isSlot === true && !line.label.isBare;
}

/** What people seldom say of what stands below or above. */
const OF_INPUT =
  /(?<!\p{L})(?:(?:the|this|these|two|both) (?:following|given|above|sentence|statement|question|text|passage|premise|hypothesis|claim)s?|following|given|folgende|nachstehend|obige|suivant|ci-dessous|siguiente|seguente|seguinte|následující|poniższ|następując|следующ)\p{L}*|这两|以上|以下|上述|下面|上の|次の|다음|위의/iu;
const ASKED = /[?？]/;

/** No question mark is needed: `Tell me if the following sentence is grammatical.` */
const NAMES_INPUT =
  /(?<!\p{L})(?:the|this) (?:following|given) \p{L}+|(?<!\p{L})\p{L}+ (?:given )?(?:below|above)(?!\p{L})/iu;

/** `Does the following text contain sarcasm?` */
export function asksOfInput(text: string): boolean {
  return (
    text.length <= SHORT_ORDER &&
    ((ASKED.test(text) && OF_INPUT.test(text)) || NAMES_INPUT.test(text)) &&
    (taskWordsOf(tokenize(text, LINE_TOKENS)) & POINTER) !== 0
  );
}

/** `Review: …`, and behind it `Is this review positive or negative?` */
export function asksOfSlots(text: string, slots: readonly Line[]): boolean {
  if (text.length > SHORT_ORDER || !ASKED.test(text)) return false;
  const words = tokenize(text, LINE_TOKENS);
  return slots.some(({ label }) =>
    tokenize(label?.text ?? '', LABEL_TOKENS).some((word) => word.length > 2 && words.includes(word)),
  );
}

const LABEL_TOKENS = 6;
