import { LRUCache } from 'lru-cache';
import type { ChatView, MessageView } from '../../../wire/openai/chat-view.js';
import { hashText, mix } from './hash-text.js';
import { personaOnly } from './persona.js';
import { isBreak, scanWords, TextMark, WordSink } from './scan-words.js';

/**
 * What says which template a request is made from.
 * `system`: its system prompt. `text`: what its messages have in common with others; `context` is then what stands around
 * the messages (a short system prompt, a schema, tools), enough for a group of its own where nothing else is in common.
 */
export type DocumentBasis = 'system' | 'text' | 'text-or-context';

/** A request as groups compare it: a bounded set of short word runs. */
export interface GroupDocument {
  /** Requests of different scopes are never of one template: response format, tools, layout. */
  readonly scope: number;
  readonly basis: DocumentBasis;
  readonly tokens: readonly number[];
  readonly halves: readonly number[];
  /** Words that the tokens make, marks counted as one each. */
  readonly words: number;
  readonly offsets: readonly number[];
  /** The text that `offsets` point into. */
  readonly text: string;
  /** The run that begins at each token, or 0 where none does. */
  readonly runs: readonly number[];
  /** The runs, each once. */
  readonly features: ReadonlySet<number>;
  /** Those that stand at the edge of a clause: what is common to a template shows in some of them. */
  readonly edges: readonly number[];
  /** How many ends of clauses each of them is: a word that is a clause is both. */
  readonly ends: readonly number[];
  /** Names the context alone: stable over whatever the messages say. */
  readonly contextLabel: string;
  /** Tokens of the breaks before clauses that list short items, as the labels that an answer is chosen from. */
  readonly lists: readonly number[];
  /**
   * What the messages say beside a system prompt that is the basis. Read when it is asked for, and comparable within the group of
   * that prompt only. Of a text that lists items it is the text: one template may stand before several lists.
   */
  readonly messages?: () => GroupDocument;
}

const HEAD_CHARACTERS = 2_000;
const TAIL_CHARACTERS = 1_200;
/** Nearly always enough for a word and what follows it. */
const TOKEN_CHARACTERS = 8;
const LINE_TOKENS = 7;
/** How much of a text is read: words at its beginning and end, and lines between them of which the first words are. */
interface Bounds {
  readonly head: number;
  readonly tail: number;
  readonly lines: number;
}
const WHOLE: Bounds = { head: 96, tail: 64, lines: 12 };
/** Where a message below a system prompt says what it wants. */
const EDGES: Bounds = { head: 40, tail: 24, lines: 0 };
/** A system prompt of so many words says what to do; a shorter one may only name a role. */
const SHORT_SYSTEM_HALVES = 8;
const SHORT_PERSONA_HALVES = 28;
const MAX_TURNS = 6;
const TURN_CHARACTERS = 600;

/** Bounded by the view: some thousand characters are read, whatever the request's length. */
export function readDocument(view: ChatView): GroupDocument {
  const system = joinSystem(view.messages);
  const turns = view.messages.filter(({ role }) => role !== 'system');
  const format = formatScope(view);
  const persona = system === '' ? undefined : judgeSystem(system);
  const layout = layoutScope(view);
  if (persona === 'instruction')
    return { ...readSystem(system, [format, layout, 'system']), messages: () => readMessages(turns) };
  const text = joinTurns(turns);
  const context = [format, persona === 'role' ? system : ''].filter((part) => part !== '').join('\n');
  const systemScope = persona === undefined ? '' : 'with a role';
  return build({
    text,
    basis: context === '' ? 'text' : 'text-or-context',
    scope: [format, layout, systemScope, persona === 'role' ? normalized(system) : '', endLabel(text)],
    contextLabel: persona === 'role' ? system : formatLabel(view),
  });
}

/** System prompts come again with each request of their template. Some kilobytes each. */
const MOST_KNOWN = 256;
const LONGEST_KNOWN = 16_384;
const knownSystems = new LRUCache<string, GroupDocument>({ max: MOST_KNOWN });

function readSystem(system: string, scope: readonly string[]): GroupDocument {
  const read = (): GroupDocument => build({ text: system, basis: 'system', scope });
  if (system.length > LONGEST_KNOWN) return read();
  const key = [...scope, system].join('\u0000');
  const known = knownSystems.get(key) ?? read();
  knownSystems.set(key, known);
  return known;
}

function readMessages(turns: readonly MessageView[]): GroupDocument {
  const text = joinTurns(turns);
  return build({ text, basis: 'text', scope: ['messages', endLabel(text)], bounds: EDGES });
}

function build({
  text,
  basis,
  scope,
  contextLabel = '',
  bounds = WHOLE,
}: {
  text: string;
  bounds?: Bounds;
  basis: DocumentBasis;
  scope: readonly string[];
  contextLabel?: string;
}): GroupDocument {
  const sink = new WordSink();
  readText(text, bounds, sink);
  const { tokens, halves, offsets } = sink;
  const runs: number[] = [];
  const features = new Set<number>();
  const edges: number[] = [];
  const ends: number[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const run = runAt(tokens, index);
    runs.push(run);
    if (run === 0) continue;
    const before = features.size;
    features.add(run);
    // The same run stands at an edge everywhere.
    if (features.size === before) continue;
    const sides = Number(isBreak(tokens[index])) + Number(isBreak(tokens[index + RUN - 1]));
    if (sides === 0) continue;
    edges.push(run);
    ends.push(sides);
  }
  const document: GroupDocument = {
    scope: hashText(scope.join('\u0000')),
    basis,
    tokens,
    halves,
    words: halves.reduce((sum, half) => sum + (half === 1 ? 0.5 : 1), 0),
    offsets,
    text,
    runs,
    features,
    edges,
    ends,
    contextLabel,
    lists: sink.lists,
  };
  return basis === 'system' ? document : { ...document, messages: () => document };
}

/** Runs are 31 bits long: larger numbers are objects of their own to the engine, in every set that holds them. */
export const SPARE_BITS = 1;

/** Tokens of a run. */
export const RUN = 3;

function runAt(tokens: readonly number[], index: number): number {
  const [first, second, third] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  if (first === undefined || second === undefined || third === undefined) return 0;
  if (first === TextMark.gap || second === TextMark.gap || third === TextMark.gap) return 0;
  return mix(mix(edgeOr(first), second), edgeOr(third)) >>> SPARE_BITS || 1;
}

/** The parts of a template may stand in another order: where the text begins is no more than where a clause does. */
function edgeOr(token: number): number {
  return token < TextMark.boundary ? TextMark.boundary : token;
}

/** Head and tail in full, of the lines between them the first words. */
function readText(text: string, { head, tail, lines }: Bounds, sink: WordSink): void {
  sink.add(TextMark.start, -1, 0);
  const headEnd = Math.min(text.length, HEAD_CHARACTERS);
  const stopped = scanWords(text, { start: 0, end: headEnd, maxTokens: head }, sink);
  if (stopped < text.length) {
    const tailStart = findTail(text, stopped, tail);
    if (tailStart > stopped) {
      sink.addGap();
      readLines(text, { start: stopped, end: tailStart, most: lines }, sink);
    }
    scanWords(text, { start: tailStart, end: text.length, maxTokens: 2 * tail }, sink);
  }
  sink.add(TextMark.end, -1, 0);
}

/** The tail is found by its characters, because words are read forward. */
function findTail(text: string, from: number, tokens: number): number {
  for (const length of [tokens * TOKEN_CHARACTERS, TAIL_CHARACTERS]) {
    const wanted = Math.max(from, text.length - length);
    const probe = new WordSink();
    scanWords(text, { start: wanted, end: text.length, maxTokens: TAIL_CHARACTERS }, probe);
    const excess = probe.offsets.length - tokens;
    if (excess > 0) return probe.offsets[excess] ?? wanted;
  }
  return Math.max(from, text.length - TAIL_CHARACTERS);
}

function readLines(
  text: string,
  { start, end, most }: { start: number; end: number; most: number },
  sink: WordSink,
): void {
  let at = text.indexOf('\n', start);
  for (let lines = 0; at !== -1 && at < end && lines < most; lines += 1) {
    const nextLine = text.indexOf('\n', at + 1);
    const lineEnd = nextLine === -1 ? end : Math.min(nextLine + 1, end);
    scanWords(text, { start: at, end: lineEnd, maxTokens: LINE_TOKENS }, sink);
    if (!isBreak(sink.tokens.at(-1))) sink.addGap();
    at = nextLine;
  }
}

function joinSystem(messages: readonly MessageView[]): string {
  let joined = '';
  for (const { role, text } of messages) {
    if (role === 'system') joined += joined === '' ? text : `\n${text}`;
    if (joined.length > HEAD_CHARACTERS + TAIL_CHARACTERS) break;
  }
  return joined.trim();
}

/** The first turns, which few-shot examples and the first ask stand in, and the last. */
function joinTurns(turns: readonly MessageView[]): string {
  const [only] = turns;
  if (only !== undefined && turns.length === 1) return only.text.trim();
  const first = turns.slice(0, MAX_TURNS).map(({ text }) => text.slice(0, TURN_CHARACTERS));
  const last = turns.length > MAX_TURNS ? (turns.at(-1)?.text ?? '') : '';
  return [...first, last].join('\n').trim();
}

function judgeSystem(system: string): 'instruction' | 'role' | 'nothing' {
  const sink = new WordSink();
  scanWords(system, { start: 0, end: Math.min(system.length, 400), maxTokens: 40 }, sink);
  const halves = sink.halves.reduce((sum, value) => sum + value, 0);
  if (halves > SHORT_PERSONA_HALVES) return 'instruction';
  const persona = personaOnly(system);
  if (persona === 'stock') return 'nothing';
  return halves < SHORT_SYSTEM_HALVES || persona === 'role' ? 'role' : 'instruction';
}

function formatScope({ responseFormat, tools }: ChatView): string {
  const keys = responseFormat === undefined ? '' : [...responseFormat.keys].sort().join(',');
  const format =
    responseFormat === undefined || responseFormat.type === 'text' ? '' : `${responseFormat.type}:${keys}`;
  return format === '' && tools.length === 0 ? '' : `${format}\n${[...tools].sort().join(',')}`;
}

function formatLabel({ responseFormat, tools }: ChatView): string {
  if (responseFormat !== undefined && responseFormat.keys.length > 0)
    return responseFormat.name ?? responseFormat.keys.slice(0, 6).join(', ');
  return tools.slice(0, 6).join(', ');
}

/** Examples given as turns make another layout of the same instruction. A tool loop is one layout however long it is. */
function layoutScope({ counts }: ChatView): string {
  return counts.assistant > 0 && counts.tool === 0 ? 'examples' : '';
}

const END_LABEL =
  /(?:^|\n)[^\p{L}\p{N}\n]{0,4}([\p{L}\p{M}][\p{L}\p{M}\p{N} _-]{0,24})[*_]{0,2}[:：][*_]{0,2}$/u;
const MAX_LABELS = 2;

/** The label that the answer is to follow, and whether examples show it before. */
function endLabel(text: string): string {
  const label = END_LABEL.exec(text.slice(-40))?.[1]?.toLowerCase();
  if (label === undefined) return '';
  let seen = 0;
  const lower = text.slice(0, HEAD_CHARACTERS).toLowerCase() + text.slice(HEAD_CHARACTERS).toLowerCase();
  for (
    let at = lower.indexOf(`${label}:`);
    at !== -1 && seen < MAX_LABELS;
    at = lower.indexOf(`${label}:`, at + 1)
  )
    seen += 1;
  return `${label} ${seen}`;
}

function normalized(text: string): string {
  const sink = new WordSink();
  scanWords(text, { start: 0, end: Math.min(text.length, 400), maxTokens: 40 }, sink);
  return sink.tokens.filter((token) => token !== TextMark.boundary).join(' ');
}
