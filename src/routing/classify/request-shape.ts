import type { ChatView, MessageView } from '../../wire/openai/chat-view.js';
import { stripHarness } from './harness.js';
import { systemTextOf } from './system-text.js';
import { readScopeTokens } from './scopes.js';
import { TextMemo } from '../../lib/text-memo.js';
import { DATA_MARK, readFrame } from './task-frame.js';
import { taskMarkersOf } from './task-markers.js';
import type { ScopeTokens } from './text-features.js';
import {
  describesProtocol,
  isObservation,
  resemblesAction,
  resemblesOutput,
  resemblesRemark,
} from './observation.js';

/** Of a long conversation only its last messages are read for their texts. */
const TURNS_READ = 24;

/** What the rules and the scorer read, taken once from the view. */
export interface RequestShape {
  /** The system prompts, joined. */
  readonly system: string;
  /** The last text that a person (or a template) wrote, without injected blocks; empty when there is none. */
  readonly ask: string;
  /** The ask without its data: by it the kind is judged, which must not change with the input. */
  readonly frame: string;
  /** What marks a task in the instruction (`taskMarkersOf`); 0 where nothing does. */
  readonly taskMarkers: number;
  /**
   * The system prompt and the frame of one message whose data was left out, by which its kind may be remembered; undefined where the
   * text is not one that comes again.
   */
  readonly template: string | undefined;
  /** Of the system prompt and the frame; read when they are asked for. */
  readonly tokens: ScopeTokens;
  /** Earlier texts of user turns that are neither harness nor a tool's output, oldest first. */
  readonly earlierAsks: readonly string[];
  readonly personTurns: number;
  readonly assistantTexts: readonly string[];
  /** The last message that means something is a tool's result, in its own role or as a user's text. */
  readonly endsInToolResult: boolean;
  /** Tool results or calls anywhere. */
  readonly toolActivity: boolean;
  readonly toolsOffered: boolean;
  readonly strictFormat: boolean;
  readonly unknownRoles: boolean;
  /** Something besides the ask was injected into the person's message. */
  readonly harnessed: boolean;
}

export function readShape(view: ChatView): RequestShape {
  const turns = readTurns(view);
  const asks = turns.filter((turn) => turn.kind === 'ask').map((turn) => turn.text);
  const format = view.responseFormat?.type;
  // What the view leaves out of a long conversation is counted, not read.
  const unread = Math.max(0, view.messageCount - TURNS_READ);
  const last = turns.at(-1);
  const system = systemTextOf(view.messages);
  const ask = asks.at(-1) ?? '';
  return new ReadShape({
    system,
    ask,
    frame: asks.length > 1 ? ask : readFrame(ask, system).text,
    earlierAsks: asks.slice(0, -1),
    personTurns:
      unread === 0 || last?.kind === 'output' ? asks.length : Math.max(asks.length, view.counts.user),
    assistantTexts: turns.filter((turn) => turn.kind === 'assistant').map((turn) => turn.text),
    endsInToolResult: last?.kind === 'output',
    toolActivity: view.counts.tool > 0 || turns.some((turn) => turn.kind === 'output'),
    toolsOffered: view.tools.length > 0,
    strictFormat: format === 'json_schema' || format === 'json_object',
    unknownRoles: view.counts.unknown > 0,
    harnessed: turns.some((turn) => turn.kind === 'ask' && turn.harnessed),
  });
}

/** A class: an object that is written out with getters becomes a slow dictionary. */
class ReadShape implements RequestShape {
  readonly system: string;
  readonly ask: string;
  readonly frame: string;
  readonly template: string | undefined;
  readonly earlierAsks: readonly string[];
  readonly personTurns: number;
  readonly assistantTexts: readonly string[];
  readonly endsInToolResult: boolean;
  readonly toolActivity: boolean;
  readonly toolsOffered: boolean;
  readonly strictFormat: boolean;
  readonly unknownRoles: boolean;
  readonly harnessed: boolean;
  private readTokens: ScopeTokens | undefined;
  private readMarkers: number | undefined;

  constructor(read: Omit<RequestShape, 'tokens' | 'taskMarkers' | 'template'>) {
    this.system = read.system;
    this.ask = read.ask;
    this.frame = read.frame;
    this.template = templateOf(read);
    this.earlierAsks = read.earlierAsks;
    this.personTurns = read.personTurns;
    this.assistantTexts = read.assistantTexts;
    this.endsInToolResult = read.endsInToolResult;
    this.toolActivity = read.toolActivity;
    this.toolsOffered = read.toolsOffered;
    this.strictFormat = read.strictFormat;
    this.unknownRoles = read.unknownRoles;
    this.harnessed = read.harnessed;
  }

  get tokens(): ScopeTokens {
    return (this.readTokens ??= readScopeTokens({ system: this.system, frame: this.frame }));
  }

  get taskMarkers(): number {
    return (this.readMarkers ??= this.findMarkers());
  }

  private findMarkers(): number {
    const read = (): number => taskMarkersOf(this.tokens, this.frame);
    return this.template === undefined ? read() : markers.recall(this.template, read);
  }
}

const markers = new TextMemo<number>();

function templateOf({
  system,
  frame,
  personTurns,
  assistantTexts,
}: Pick<RequestShape, 'system' | 'frame' | 'personTurns' | 'assistantTexts'>): string | undefined {
  if (personTurns !== 1 || assistantTexts.length > 0 || !frame.includes(DATA_MARK)) return undefined;
  return `${system}\u0000${frame}`;
}

/**
 * The text of the last human ask, without what programs put around it: reminders, environment and context blocks, tool
 * results written as user text. When nothing else is there, the last user text as it stands; without one, ''.
 */
export function lastAsk(view: ChatView): string {
  let fallback: string | undefined;
  for (let index = view.messages.length - 1; index >= 0; index -= 1) {
    const message = view.messages[index];
    if (message?.role !== 'user') continue;
    fallback ??= message.text;
    if (isObservation(message.text)) continue;
    const ask = stripHarness(message.text, 'harness-and-context');
    if (ask !== '') return ask;
  }
  return fallback ?? '';
}

interface Turn {
  readonly kind: 'ask' | 'output' | 'assistant';
  readonly text: string;
  readonly harnessed: boolean;
}

/** The turns with a meaning, oldest first: system prompts and messages of nothing but harness are none. */
function readTurns({ messages }: ChatView): Turn[] {
  const isOutput = outputTest(messages);
  const head = messages.findIndex((message) => message.role === 'user');
  const from = Math.max(0, messages.length - TURNS_READ);
  const turns: Turn[] = [];
  let acted = false;
  for (const [index, message] of messages.entries()) {
    if (index < from && index !== head) continue;
    const { role, text } = message;
    if (role === 'tool') turns.push({ kind: 'output', text, harnessed: false });
    if (role === 'assistant') {
      acted = isAction(message);
      turns.push({ kind: 'assistant', text, harnessed: false });
    }
    if (role !== 'user') continue;
    if (acted && isOutput(text)) turns.push({ kind: 'output', text, harnessed: false });
    else addAsk(turns, text);
  }
  return turns;
}

/** Messages of one side in a row are one turn, and the last of them is what it asks. */
function addAsk(turns: Turn[], text: string): void {
  const ask = stripHarness(text);
  if (ask === '') return;
  if (turns.at(-1)?.kind === 'ask') turns.pop();
  turns.push({ kind: 'ask', text: ask, harnessed: ask.length < text.trim().length });
}

/**
 * Which user texts after an action hold its output. Where the system prompt speaks of a protocol and most such texts are
 * plainly output, the others are too: a file's lines look like anything. A person's short remark stays a person's.
 */
function outputTest(messages: readonly MessageView[]): (text: string) => boolean {
  if (!describesProtocol(systemTextOf(messages))) return isObservation;
  let plain = 0;
  let after = 0;
  const read = messages.slice(-TURNS_READ);
  for (const [index, { role, text }] of read.entries()) {
    const before = read[index - 1];
    if (role !== 'user' || before?.role !== 'assistant' || !isAction(before)) continue;
    after += 1;
    if (resemblesOutput(text)) plain += 1;
  }
  if (plain * 2 < after) return resemblesOutput;
  return (text) => resemblesOutput(text) || !resemblesRemark(text);
}

function isAction({ toolCalls, text }: MessageView): boolean {
  return toolCalls > 0 || resemblesAction(text);
}
