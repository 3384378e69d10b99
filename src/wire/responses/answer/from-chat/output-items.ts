import { randomChars } from '../../../../lib/ids.js';
import { isJsonObject, type JsonObject } from '../../../exact-json/raw-json.js';
import { AnswerSize } from './answer-size.js';
import { jsonLiteral, type ByteText } from '../byte-text.js';
import { type CallItem, CustomCallItem, FunctionCallItem } from './call-items.js';
import { MessageItem } from './message-item.js';
import type { OutputItem } from './output-item.js';
import { readableText, readThinkingBlock } from './reasoning-entries.js';
import { ReasoningItem } from './reasoning-item.js';
import type { ItemIdPrefix, ResponseEcho } from '../response-echo.js';
import type { ResponseEvents } from '../response-events.js';

const ITEM_ID_CHARS = 32;
/**
 * What an item, and a part of one, counts for beside its text: more than it takes. All of them are closed and told in one go at the end,
 * and no answer has thousands.
 */
const BYTES_OF_ITEM = 8_192;
/** What a piece of a text takes beside it, at least: a text that grows is held in its pieces. */
const BYTES_OF_PIECE = 8;
const BYTES_OF_MEMBER = 64;
const CALL_ID_CHARS = 24;

/** A piece of a tool call as chat tells it. */
export interface CallPiece {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** JSON text between the quotes. */
  readonly arguments: ByteText;
}

interface Call {
  readonly id: string | undefined;
  /** Absent until the name is known. */
  item: CallItem | undefined;
  held: ByteText;
}

/**
 * The `output` of a response, made from what a chat answer says, in its order. Of messages and reasoning one at a time is open; calls
 * stay open until their arguments are whole and something else begins, for their pieces may come in turns.
 */
export class OutputItems {
  private readonly items: OutputItem[] = [];
  private current: MessageItem | ReasoningItem | undefined;
  private readonly calls = new Map<number, Call>();
  /** Calls whose arguments grew since another item began: no other can have become whole. */
  private readonly grown = new Set<CallItem>();
  private readonly size = new AnswerSize();
  /** Annotations that came before any text. */
  private readonly early: ByteText[] = [];

  constructor(
    private readonly events: ResponseEvents,
    private readonly echo: ResponseEcho,
  ) {}

  /** @param literal JSON text between the quotes, not empty */
  addText(literal: ByteText): void {
    this.size.add(literal.length + BYTES_OF_PIECE);
    const message = this.message();
    message.addText(literal);
    if (this.early.length > 0) for (const json of this.early.splice(0)) message.addAnnotation(json);
  }

  addRefusal(literal: ByteText): void {
    this.size.add(literal.length + BYTES_OF_PIECE);
    this.message().addRefusal(literal);
  }

  /** Of the text that is being written; one that comes early waits for its text. @param json of the annotation */
  addAnnotation(json: ByteText): void {
    this.size.add(json.length + BYTES_OF_PIECE);
    if (this.current instanceof MessageItem) this.current.addAnnotation(json);
    else this.early.push(json);
  }

  /** Readable thinking of which the block, if there is one, comes later. */
  addReasoning(literal: ByteText): void {
    this.size.add(literal.length + BYTES_OF_PIECE);
    const { current } = this;
    const item = current instanceof ReasoningItem && !current.isWhole ? current : this.startReasoning();
    item.addSummary(literal);
  }

  /** An entry of `reasoning_details`. @param piece it may go on the entry before it, as it does in streams */
  addReasoningEntry(entry: unknown, { piece }: { piece: boolean }): void {
    if (!isJsonObject(entry)) return;
    const text = readableText(entry);
    this.size.add(sizeOf(entry));
    const item = this.itemForEntry(piece, entry, text);
    if (text !== '') item.addSummary(jsonLiteral(text));
    item.addEntry(entry);
  }

  /** A whole block of `thinking_blocks`; its text may have been told before. */
  addThinkingBlock(value: unknown): void {
    const block = readThinkingBlock(value);
    if (block === undefined) return;
    if (block.entry !== undefined) this.size.add(sizeOf(block.entry));
    const { current } = this;
    const isTold = block.text !== '' && current instanceof ReasoningItem && current.isBare;
    const item = isTold ? current : this.startReasoning();
    if (!isTold && block.text !== '') item.addSummary(jsonLiteral(block.text));
    if (block.entry !== undefined) item.addEntry(block.entry);
    item.isWhole = true;
  }

  /** @param index the call's place among the calls */
  addCall(index: number, piece: CallPiece): void {
    const call = this.callAt(index, piece);
    this.size.add(piece.arguments.length + BYTES_OF_PIECE);
    if (call.item !== undefined) this.grow(call.item, piece.arguments);
    else if (piece.name === undefined) call.held += piece.arguments;
    else this.startCall(call, piece.name, call.held + piece.arguments);
  }

  /** More arguments of a call that may be known. */
  addArguments(index: number, literal: ByteText): void {
    const item = this.calls.get(index)?.item;
    if (item === undefined) this.addCall(index, { id: undefined, name: undefined, arguments: literal });
    else {
      this.size.add(literal.length + BYTES_OF_PIECE);
      this.grow(item, literal);
    }
  }

  /** The answer is over. @param ending `cut`: the model was stopped in the middle of the last item */
  finish(ending: 'whole' | 'cut'): void {
    for (const call of this.calls.values()) if (call.item === undefined) this.startCall(call, '', call.held);
    this.calls.clear();
    // Agents take an answer without any output for none, and ask again for ever.
    if (ending === 'whole' && this.items.every((item) => item instanceof ReasoningItem)) this.addEmptyText();
    this.current = undefined;
    const last = this.items.at(-1);
    for (const item of this.items) {
      const isCut = ending === 'cut' && (item === last || (item.isOpen && isPartOfCall(item)));
      item.close(isCut ? 'incomplete' : 'completed');
    }
  }

  /** JSON of the array as it stands. */
  print(encrypted: 'shown' | 'hidden'): ByteText {
    return `[${this.items.map((item) => item.print(encrypted)).join(',')}]`;
  }

  private message(): MessageItem {
    if (this.current instanceof MessageItem) return this.current;
    this.size.add(BYTES_OF_ITEM);
    return this.startMessage();
  }

  private startMessage(): MessageItem {
    this.closeBefore();
    const item = this.start(
      new MessageItem(this.events, this.items.length, this.newId('msg'), () => this.size.add(BYTES_OF_ITEM)),
    );
    this.current = item;
    return item;
  }

  /** At the end, which nothing can be too large for. */
  private addEmptyText(): void {
    const message = this.current instanceof MessageItem ? this.current : this.startMessage();
    message.addEmptyText();
  }

  private startReasoning(): ReasoningItem {
    this.size.add(BYTES_OF_ITEM);
    this.closeBefore();
    const { seal, showEncrypted } = this.echo;
    const item = this.start(
      new ReasoningItem(this.events, this.items.length, this.newId('rs'), { seal, showEncrypted }),
    );
    this.current = item;
    return item;
  }

  private itemForEntry(piece: boolean, entry: Record<string, unknown>, text: string): ReasoningItem {
    const { current } = this;
    if (!(current instanceof ReasoningItem)) return this.startReasoning();
    if (current.isBare && text === '') return current;
    return piece && current.isContinuedBy(entry) ? current : this.startReasoning();
  }

  private callAt(index: number, { id, name }: CallPiece): Call {
    const known = this.calls.get(index);
    // Some servers count every call as the first.
    const isAnother = known?.id !== undefined && name !== undefined && id !== undefined && id !== known.id;
    if (known !== undefined && !isAnother) return known;
    if (known !== undefined) known.item?.close('completed');
    this.size.add(BYTES_OF_ITEM);
    const call: Call = { id, item: undefined, held: '' };
    this.calls.set(index, call);
    return call;
  }

  private startCall(call: Call, wireName: string, literal: ByteText): void {
    this.closeBefore();
    const { kind, name, namespace } = this.echo.toolNames.lookup(wireName);
    const tool = { callId: call.id ?? `call_${randomChars(CALL_ID_CHARS)}`, name, namespace };
    const place = this.items.length;
    call.item = this.start(
      kind === 'custom'
        ? new CustomCallItem(this.events, place, this.newId('ctc'), tool)
        : new FunctionCallItem(this.events, place, this.newId('fc'), tool),
    );
    this.grow(call.item, literal);
  }

  private grow(item: CallItem, literal: ByteText): void {
    item.addArguments(literal);
    this.grown.add(item);
  }

  /** What it takes was counted. */
  private start<T extends OutputItem>(item: T): T {
    this.items.push(item);
    item.open();
    return item;
  }

  /** Another item begins. */
  private closeBefore(): void {
    this.current?.close('completed');
    this.current = undefined;
    if (this.grown.size === 0) return;
    const whole = [...this.grown].filter((item) => item.isOpen && item.isWhole);
    this.grown.clear();
    for (const item of whole.sort((one, other) => one.index - other.index)) item.close('completed');
  }

  private newId(prefix: ItemIdPrefix): string {
    return this.echo.newItemId?.(prefix) ?? `${prefix}_${randomChars(ITEM_ID_CHARS)}`;
  }
}

function isPartOfCall(item: OutputItem): boolean {
  return (item instanceof FunctionCallItem || item instanceof CustomCallItem) && !item.isWhole;
}

/** About what an entry takes: pieces of one entry are kept as one, with all of its members. */
function sizeOf(entry: JsonObject): number {
  return Object.entries(entry).reduce((sum, [name, value]) => sum + name.length + sizeOfValue(value), 0);
}

function sizeOfValue(value: unknown): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return BYTES_OF_MEMBER + text.length;
}
