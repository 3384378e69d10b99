import { isInstruction, LINE_TOKENS, readLines, type Line } from './frame-lines.js';
import { dataStart, instructionTail, tailOfLabelled, tailStart } from './frame-parts.js';
import { namesOpposites } from '../../lib/words/answer-options.js';
import { maskEnclosed } from './mask-enclosed.js';
import { ACTION, ADDRESS, CONSTRAINT, PERSONA, POINTER, taskWordsOf } from '../../lib/words/task-words.js';
import { tokenize } from '../../lib/words/tokens.js';
import { findAtWordStart } from '../../lib/words/word-start.js';

/** Stands for data that was left out. */
export const DATA_MARK = '▢';

/** Of a longer ask its beginning and end are read. */
const HEAD = 1_600;
const TAIL = 600;
const SYSTEM_TOKENS = 160;
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

/** A system prompt that is the instruction for an input, not one of somebody who talks with people. */
function isTaskPrompt(system: string): boolean {
  if (system === '') return false;
  const kinds = taskWordsOf(tokenize(system, SYSTEM_TOKENS));
  if ((kinds & PERSONA) !== 0) return false;
  const head = system.slice(0, HEAD);
  if (findAtWordStart(SERVICE, head) >= 0) return true;
  if ((kinds & ACTION) === 0) return false;
  if ((kinds & POINTER) !== 0 || findAtWordStart(ONE_OF, head) >= 0) return true;
  return (kinds & CONSTRAINT) !== 0 && (kinds & ADDRESS) === 0;
}

/** `You are a moderation service`, `a spam filter`: what it is for is what it does with an input. */
const SERVICE =
  /((?:extract|classif|translat|summari|moderat|annotat|pars|label|tagg|rout|triag|normali|detect|rewrit|correct|conver|scor|rank|match|redact|anonymi)\p{L}*[ -](?:service|engine|system|model|function|component|tool|pipeline|api|step|module|backend)|you are an? (?:\p{L}{2,20}[ -]){1,2}(?:filter|detector|classifier|tagger|extractor|parser))(?!\p{L})/giu;
/** `Reply with one of: billing, login, other.` */
const ONE_OF =
  /((?:one of|exactly one|eine? von|eines von|eine der|un de|una de|un des|uno de|uma de|jedn[uoáy] z|jedn[ąym]+ z|одн[уиой]+ из)(?!\p{L})[^.\n]{0,40}[:：])/giu;

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

/** Undefined where no instruction is found. */
function frameOfText(text: string): string | undefined {
  const lines = readLines(text);
  const data = dataStart(lines);
  if (data !== undefined) {
    // An order that names neither an input nor how to answer may be the input of one that stands below.
    const below = data.isSure ? undefined : instructionTail(lines);
    return below !== undefined && below >= data.start
      ? framed(lines, 0, below)
      : framed(lines, data.start, tailStart(lines, data.start));
  }
  const tail = instructionTail(lines) ?? tailOfLabelled(lines);
  if (tail !== undefined) return framed(lines, 0, tail);
  return waitingFrame(lines) ?? inlineFrame(text) ?? quotedFrame(text);
}

/** Labelled inputs before a label that waits for the answer: a template, whatever its first line says. */
function waitingFrame(lines: readonly Line[]): string | undefined {
  const tail = tailStart(lines, 0);
  if (tail === lines.length) return undefined;
  const start = lines.findIndex(({ label }) => label?.isSlot === true && !label.isBare);
  return start < 0 || start >= tail ? undefined : framed(lines, start, tail);
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

/** What stands between quotation marks, in the languages most requests come in. */
const QUOTED = /["“„][^"“”„\n]{1,1600}["“”]|«[^«»\n]{1,1600}»|「[^「」\n]{1,1600}」/g;
const LONGEST_AROUND = 400;

/** `Dada la frase "…", ¿es cierta la frase "…"? Responde sí o no.`: what is quoted, where the rest says what to do with it. */
function quotedFrame(text: string): string | undefined {
  const rest = text.replace(QUOTED, (quoted) => `${quoted.slice(0, 1)}${DATA_MARK}${quoted.slice(-1)}`);
  if (rest === text || rest.length > LONGEST_AROUND) return undefined;
  const kinds = taskWordsOf(tokenize(rest, LINE_TOKENS)) | (namesOpposites(rest) ? CONSTRAINT : 0);
  return isInstruction(kinds) ? rest : undefined;
}
