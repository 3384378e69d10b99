import { readUnits, type CompressTextInputs } from './compress-text.js';
import { findDocumentRanges } from './find-document-ranges.js';
import { readAsk, readOwnAsk, together, type Ask } from './asks/read-ask.js';
import type { TextSlot } from './read-slots.js';
import type { TextUnit } from './units/split-units.js';
import { isForAnswering, needsWholeText } from './asks/task-words.js';

/** What is to be shortened, where in it, and by which questions. */
export interface CompressionJob extends Omit<CompressTextInputs, 'text' | 'ratio'> {
  readonly slot: TextSlot;
  /** The message that asks. */
  readonly askedIn: number;
}

/** A message of a person: what it asks outside its long texts, and in each of them. */
interface PersonMessage {
  readonly beside: Ask;
  readonly own: ReadonlyMap<TextSlot, OwnAsk>;
}

interface OwnAsk {
  readonly ask: Ask;
  readonly units: readonly TextUnit[];
}

interface Asks {
  readonly messages: ReadonlyMap<number, PersonMessage>;
  /** The messages that ask anything, in order. */
  readonly asking: readonly { readonly message: number; readonly ask: Ask }[];
  /** The messages that answer. */
  readonly answers: readonly number[];
}

/** Shorter texts are left alone, whatever stands beside them: so a text is not shortened only because the conversation grew. */
export const MIN_TEXT_CHARACTERS = 1_500;
/** Longer system prompts speak of many tasks. */
const MAX_TASK_CHARACTERS = 2_000;

/**
 * Which texts may be shortened, and by what: long texts of people, and documents inside a system prompt, in which something is
 * looked up; never tool messages, assistants, or what stands at or before a cache mark. What is wanted of a text is told by the first
 * ask in its message or behind it, whatever it is, so that later turns change nothing.
 */
export function planCompression(slots: readonly TextSlot[]): CompressionJob[] {
  if (slots.every(({ text }) => text.length < MIN_TEXT_CHARACTERS)) return [];
  const asks = readAsks(slots);
  const told: string[] = [];
  const jobs: CompressionJob[] = [];
  for (const slot of slots) {
    const isInstruction = slot.role === 'system' || slot.role === 'developer';
    if (isInstruction) told.push(slot.text.slice(0, MAX_TASK_CHARACTERS));
    if (slot.isCached || slot.text.length < MIN_TEXT_CHARACTERS) continue;
    const job = isInstruction
      ? planDocuments(slot, asks)
      : slot.role === 'user'
        ? planPersonText(slot, asks, told)
        : undefined;
    if (job !== undefined) jobs.push(job);
  }
  return jobs;
}

function readAsks(slots: readonly TextSlot[]): Asks {
  const read = new Map<number, { readonly beside: Ask[]; readonly own: Map<TextSlot, OwnAsk> }>();
  for (const slot of slots) {
    if (slot.role !== 'user') continue;
    const message = read.get(slot.message) ?? { beside: [], own: new Map<TextSlot, OwnAsk>() };
    read.set(slot.message, message);
    if (slot.text.length < MIN_TEXT_CHARACTERS) message.beside.push(readAsk(slot.text));
    else {
      const units = readUnits(slot.text);
      message.own.set(slot, { units, ask: readOwnAsk(slot.text, units) });
    }
  }
  const messages = new Map<number, PersonMessage>();
  const asking: { message: number; ask: Ask }[] = [];
  for (const [message, { beside, own }] of read) {
    messages.set(message, { beside: together(beside), own });
    const ask = together([...beside, ...[...own.values()].map((text) => text.ask)]);
    if (ask.kind !== 'none') asking.push({ message, ask });
  }
  const answers = slots.filter(({ role }) => role === 'assistant').map(({ message }) => message);
  return { messages, asking, answers };
}

function planDocuments(slot: TextSlot, asks: Asks): CompressionJob | undefined {
  const asked = askBehind(asks, slot.message);
  // Before anybody has asked there is nothing to shorten by.
  if (asked?.ask.kind !== 'look-up') return undefined;
  const ranges = findDocumentRanges(slot.text);
  const instructions = slot.text.slice(0, ranges[0]?.start ?? 0);
  if (ranges.length === 0 || (instructions.length <= MAX_TASK_CHARACTERS && needsWholeText(instructions)))
    return undefined;
  return { slot, questions: asked.ask.questions, askedIn: asked.message, ranges, keepsAsk: false };
}

function planPersonText(slot: TextSlot, asks: Asks, told: readonly string[]): CompressionJob | undefined {
  const message = asks.messages.get(slot.message);
  const own = message?.own.get(slot);
  if (message === undefined || own === undefined || told.some(needsWholeText)) return undefined;
  // A question in the text may be the text's own, where a system prompt says what is to be done with texts.
  const isTexts = own.ask.kind === 'look-up' && !own.ask.isLabelled && message.beside.kind === 'none';
  if (isTexts && told.length > 0 && !told.some(isForAnswering)) return undefined;
  const inMessage = together([own.ask, message.beside]);
  const asked =
    inMessage.kind === 'none' ? askBehind(asks, slot.message) : { ask: inMessage, message: slot.message };
  if (asked?.ask.kind !== 'look-up') return undefined;
  // It was answered before: something was asked of it, though nobody knows what.
  if (asks.answers.some((answer) => answer > slot.message && answer < asked.message)) return undefined;
  return { slot, questions: asked.ask.questions, askedIn: asked.message, keepsAsk: true, units: own.units };
}

/** What the first message behind this one asks that asks anything. */
function askBehind({ asking }: Asks, behind: number): Asks['asking'][number] | undefined {
  return asking.find(({ message }) => message > behind);
}
