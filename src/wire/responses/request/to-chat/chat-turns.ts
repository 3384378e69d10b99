import { InvalidRequestError } from '../../../../lib/gateway-error.js';
import type { Steps } from '../../../../lib/steps.js';
import type { JsonObject } from '../../../exact-json/raw-json.js';
import type { ChatPart } from './chat-parts.js';
import { PromptDigest } from './prompt-digest.js';

const TURNS_A_STEP = 256;

/** Where a message of the chat comes from, in the caller's words. */
export interface MessagePlace {
  /** Of its content, or of the first item that it is made of. */
  readonly place: string;
  readonly parts: readonly string[];
  readonly calls: readonly string[];
}

/** Thinking, and the mark of the prompt that it holds behind; none: it holds anywhere. */
interface Thinking {
  readonly details: unknown;
  readonly behind: string | undefined;
}

/** The messages of a chat, and a mark of all that the model is asked with: few answers have to be marked with it. */
export interface FinishedTurns {
  readonly messages: JsonObject[];
  readonly promptMark: () => string;
}

/** A message, the results of the tools that it called, and what of them no tool message can hold. */
interface Turn {
  readonly role: Role;
  /** Goes on what the message before it says: provider A sees one message, in which this thinking stands behind text. */
  readonly continues: boolean;
  readonly place: string;
  readonly parts: ChatPart[];
  readonly calls: JsonObject[];
  readonly callPlaces: string[];
  readonly thinking: Thinking[];
  readonly results: Result[];
  readonly shown: Shown[];
}

type Role = 'system' | 'user' | 'assistant';

interface Result {
  readonly message: JsonObject;
  readonly place: string;
  readonly parts: readonly ChatPart[];
}

interface Shown {
  readonly part: JsonObject;
  readonly place: string;
}

interface Call {
  readonly turn: Turn;
  /** The field of the caller's that made it. */
  readonly place: string;
  answered: boolean;
}

export interface ChatTurnsOptions {
  /** The member of an assistant's message that carries thinking. */
  readonly thinkingMember: 'thinking_blocks' | 'reasoning_details';
  /** A tool's message takes pictures and files; else they follow in a user's message. */
  readonly toolsShow: boolean;
}

const ALONE: Pick<Turn, 'continues'> = { continues: false };

/**
 * Builds the messages of a chat out of items: what an assistant thinks, says and calls without a break is one message, and the
 * results of its calls stand right behind it, wherever they stood.
 */
export class ChatTurns {
  private readonly turns: Turn[] = [];
  private readonly calls = new Map<string, Call>();
  /** The assistant's message that may go on. */
  private open: Turn | undefined;
  /** Thinking that leads to what comes next. */
  private thinking: Thinking[] = [];

  constructor(private readonly options: ChatTurnsOptions) {}

  addMessage(role: Role, parts: readonly ChatPart[], place: string): void {
    const turn = role === 'assistant' ? this.assistant(place) : this.begin(role, place);
    for (const part of parts) turn.parts.push(part);
  }

  /** @param behind the mark of the prompt that it was made behind, if it holds nowhere else */
  addThinking(details: unknown, behind: string | undefined): void {
    this.thinking.push({ details, behind });
  }

  /** @throws InvalidRequestError (400) when an unanswered call has the same id */
  addCall(id: string, call: JsonObject, place: string): void {
    if (this.calls.get(id)?.answered === false)
      throw refused(place, `is the id of an earlier call, too: give each call an id of its own`);
    const turn = this.assistant(place);
    turn.calls.push(call);
    turn.callPlaces.push(place);
    this.calls.set(id, { turn, place, answered: false });
  }

  /** @throws InvalidRequestError (400) for a result of no call, and for a second one of the same call */
  addResult(id: string, parts: readonly ChatPart[], place: string): void {
    const call = this.calls.get(id);
    if (call === undefined)
      throw refused(place, `names no call that stands before it in \`input\`: send the call, too`);
    if (call.answered)
      throw refused(place, 'names a call that has its output already: send one for each call');
    call.answered = true;
    this.open = undefined;
    this.thinking = [];
    const isShown = this.options.toolsShow || parts.every(({ kind }) => kind === 'text');
    const said = isShown ? parts : parts.filter(({ kind }) => kind === 'text');
    const message = { role: 'tool', tool_call_id: id, content: toContent(said) };
    call.turn.results.push({ message, place, parts: said });
    if (isShown) return;
    call.turn.shown.push({ part: { type: 'text', text: `What the tool call ${id} returned:` }, place });
    for (const part of parts)
      if (part.kind === 'media') call.turn.shown.push({ part: part.part, place: part.place });
  }

  /**
   * Thinking whose prompt was another one is left out: of what provider A makes, its later models refuse that.
   * @param places gets to know where each message comes from
   * @throws InvalidRequestError (400) for a call without a result
   */
  *finish(tools: unknown, places?: MessagePlace[]): Steps<FinishedTurns> {
    for (const { answered, place } of this.calls.values())
      if (!answered)
        throw refused(place, 'names a call that has no output in `input`: send one for each call');
    const messages: JsonObject[] = [];
    const digest = yield* this.digestOfHead(tools);
    const { thinkingMember } = this.options;
    let mark = '';
    for (const [index, turn] of this.turns.entries()) {
      const next = this.turns[index + 1];
      if (!turn.continues && (turn.thinking.length > 0 || next?.continues === true)) mark = digest.mark;
      const said = messagesOf(turn, mark, thinkingMember);
      for (const message of said) messages.push(message);
      if (turn.role !== 'system') for (const message of said) digest.add(message);
      places?.push(...placesOf(turn));
      if (index % TURNS_A_STEP === TURNS_A_STEP - 1) yield;
    }
    return { messages, promptMark: () => digest.mark };
  }

  /** Tools and what the system says stand before all turns, wherever they stood in the request. */
  private *digestOfHead(tools: unknown): Steps<PromptDigest> {
    const digest = new PromptDigest();
    digest.add(tools);
    for (const [index, turn] of this.turns.entries()) {
      if (turn.role === 'system') digest.add(toContent(turn.parts));
      if (index % TURNS_A_STEP === TURNS_A_STEP - 1) yield;
    }
    return digest;
  }

  private begin(role: Role, place: string, { continues }: Pick<Turn, 'continues'> = ALONE): Turn {
    const turn: Turn = {
      role,
      continues,
      place,
      parts: [],
      calls: [],
      callPlaces: [],
      thinking: [],
      results: [],
      shown: [],
    };
    this.turns.push(turn);
    this.open = undefined;
    this.thinking = role === 'assistant' ? this.thinking : [];
    return turn;
  }

  private assistant(place: string): Turn {
    const turn = this.open === undefined ? this.begin('assistant', place) : this.goOn(this.open, place);
    this.open = turn;
    for (const thinking of this.thinking) turn.thinking.push(thinking);
    this.thinking = [];
    return turn;
  }

  /** Provider A sees neighbours as one message, and wants its thinking where it stood. Results stand behind all calls. */
  private goOn(turn: Turn, place: string): Turn {
    const { thinkingMember } = this.options;
    const thinksLate = this.thinking.length > 0 && turn.parts.length > 0 && turn.calls.length === 0;
    return thinksLate && thinkingMember === 'thinking_blocks'
      ? this.begin('assistant', place, { continues: true })
      : turn;
  }
}

/** @param mark of the prompt that the turn's answer was made behind; not asked for where it thought nothing */
function messagesOf(
  turn: Turn,
  mark: string,
  thinkingMember: ChatTurnsOptions['thinkingMember'],
): JsonObject[] {
  const results = turn.results.map(({ message }) => message);
  const shown = turn.shown.map(({ part }) => part);
  const said = [messageOf(turn, mark, thinkingMember), ...results];
  return shown.length === 0 ? said : [...said, { role: 'user', content: shown }];
}

function messageOf(
  { role, parts, calls, thinking }: Turn,
  mark: string,
  thinkingMember: ChatTurnsOptions['thinkingMember'],
): JsonObject {
  const isSilent = parts.length === 0 && calls.length > 0;
  const message: JsonObject = { role, content: isSilent ? null : toContent(parts) };
  const held = thinking.filter(({ behind }) => behind === undefined || behind === mark);
  if (held.length > 0) message[thinkingMember] = held.map(({ details }) => details);
  if (calls.length > 0) message['tool_calls'] = calls;
  return message;
}

function placesOf({ place, parts, callPlaces, results, shown }: Turn): MessagePlace[] {
  const places: MessagePlace[] = [{ place, parts: parts.map(placeOf), calls: callPlaces }];
  for (const result of results)
    places.push({ place: result.place, parts: result.parts.map(placeOf), calls: [] });
  if (shown.length > 0)
    places.push({ place: shown[0]?.place ?? place, parts: shown.map(placeOf), calls: [] });
  return places;
}

function placeOf({ place }: { readonly place: string }): string {
  return place;
}

/** A single text is a string: every upstream reads that. */
function toContent(parts: readonly ChatPart[]): unknown {
  const [only] = parts;
  if (only === undefined) return '';
  if (parts.length === 1 && only.kind === 'text') return only.text;
  return parts.map((part) => (part.kind === 'text' ? { type: 'text', text: part.text } : part.part));
}

function refused(param: string, what: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` ${what}.` });
}
