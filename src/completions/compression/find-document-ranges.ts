import { isInstruction } from './asks/ask-words.js';

/** A part of a text that may be shortened: what stands around it is never touched. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Shorter documents are not worth a changed prompt. */
const MIN_DOCUMENT_CHARACTERS = 600;
const MAX_DOCUMENTS = 200;
const MAX_INSTRUCTION_CHARACTERS = 1_000;
const TAG_NAMES =
  'documents?|docs?|context|passages?|sources?|articles?|transcripts?|knowledge(?:_?base)?|references?|search_?results?|results?|background|material|excerpts?|chunks?|dokumente?|kontext|contexto|documentos?|contexte|contesto|documenti';
const OPENING_TAG = new RegExp(`^[ \\t]*<(${TAG_NAMES})(?:\\s[^<>]{0,200})?>`, 'gim');
/** A line that announces documents; what stands before are instructions. */
const ANNOUNCEMENT =
  /^[ \t]*(?:#{1,6}[ \t]*|\*\*)?(?:(?:the |relevant |retrieved |provided |additional )?(?:context|documents?|passages?|sources?|background|reference(?:s| material)?|knowledge(?: base)?|transcript|article|excerpts?|search results)|kontext|dokumente?|hintergrund|contexto|documentos?|contexte|contesto|documenti|контекст|документы?|материалы|上下文|资料|文档|背景|文書|コンテキスト|문서)(?![\p{L}_])[^\n]{0,60}?(?:\*\*)?[:：]?(?:\*\*)?[ \t]*$/imu;
/** A heading behind a document that leads back to instructions. */
const BACK_TO_INSTRUCTIONS =
  /^[ \t]*(?:#{1,6}[ \t]*|\*\*|<)?(?:instructions?|rules?|guidelines?|important|output(?: format)?|response(?: format)?|format|task|constraints?|requirements?|notes?|remember|reminders?|anweisung(?:en)?|regeln|wichtig|aufgabe|instrucciones|reglas|importante|tarea|règles|consignes|istruzioni|regole|инструкци[ия]|правила|важно|задание|规则|要求|指示|注意|说明|重要)(?![\p{L}_])[^\n]{0,60}$/gimu;
const PARAGRAPH = /[^\n]+(?:\n(?!\s*\n)[^\n]+)*/g;

/**
 * Where documents stand inside a system prompt: within tags that name them, or behind a line that announces them, up to what reads
 * as instructions again. Everything else of the prompt is instruction.
 */
export function findDocumentRanges(text: string): TextRange[] {
  const tagged = taggedRanges(text);
  if (tagged.length > 0) return tagged;
  const announcement = ANNOUNCEMENT.exec(text);
  if (announcement === null) return [];
  const start = announcement.index + announcement[0].length;
  return cutInstructions(text, { start, end: text.length }).filter(isLongEnough);
}

function taggedRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  const lower = text.toLowerCase();
  OPENING_TAG.lastIndex = 0;
  for (let match = OPENING_TAG.exec(text); match !== null; match = OPENING_TAG.exec(text)) {
    const start = match.index + match[0].length;
    const end = lower.indexOf(`</${(match[1] ?? '').toLowerCase()}>`, start);
    // One that is never closed cannot be told from the instructions behind it; nor can anything behind it.
    if (end < 0 || ranges.length >= MAX_DOCUMENTS) break;
    ranges.push({ start, end });
    OPENING_TAG.lastIndex = end;
  }
  const length = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  return length >= MIN_DOCUMENT_CHARACTERS ? ranges : [];
}

/** Leaves out what is told behind a document: from a heading of instructions on, and paragraphs of instructions anywhere. */
function cutInstructions(text: string, { start, end }: TextRange): TextRange[] {
  BACK_TO_INSTRUCTIONS.lastIndex = start;
  const stop = BACK_TO_INSTRUCTIONS.exec(text)?.index ?? end;
  const ranges: TextRange[] = [];
  let from = start;
  for (const { index, 0: paragraph } of text.slice(start, stop).matchAll(PARAGRAPH)) {
    if (paragraph.length > MAX_INSTRUCTION_CHARACTERS || !isInstruction(paragraph)) continue;
    ranges.push({ start: from, end: start + index });
    from = start + index + paragraph.length;
  }
  ranges.push({ start: from, end: stop });
  return ranges;
}

function isLongEnough({ start, end }: TextRange): boolean {
  return end - start >= MIN_DOCUMENT_CHARACTERS;
}
