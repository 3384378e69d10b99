import { asNumber, type JsonObject } from '../../../exact-json/raw-json.js';
import { jsonString, type ByteText } from '../byte-text.js';
import { OutputItem } from './output-item.js';
import { deltaEvent, type ResponseEvents } from '../response-events.js';

/** Members of an entry of `reasoning_details` that come in pieces, as its text does. Encrypted ones come whole. */
const GROWING: ReadonlySet<string> = new Set(['text', 'summary']);

export interface ReasoningItemOptions {
  readonly seal: (details: unknown) => string;
  readonly showEncrypted: boolean;
}

/** One block of thinking: what can be read of it, and the block itself, sealed. */
export class ReasoningItem extends OutputItem {
  /** The block came to its end: what follows is another one. */
  isWhole = false;
  private summary: ByteText = '';
  private readonly delta = deltaEvent(
    'response.reasoning_summary_text.delta',
    `${this.place},"summary_index":0`,
  );
  private hasPart = false;
  private entry: JsonObject | undefined;
  private sealed: string | undefined;

  constructor(
    events: ResponseEvents,
    index: number,
    id: string,
    private readonly options: ReasoningItemOptions,
  ) {
    super(events, index, id);
  }

  /** @param literal JSON text between the quotes, not empty */
  addSummary(literal: ByteText): void {
    if (!this.hasPart) {
      this.hasPart = true;
      this.events.write(
        'response.reasoning_summary_part.added',
        `${this.place},"summary_index":0,"part":${this.printPart()}`,
      );
    }
    this.summary += literal;
    this.events.writeDelta(this.delta, literal);
  }

  /** Nothing is known of its block but what can be read. */
  get isBare(): boolean {
    return this.entry === undefined && !this.isWhole;
  }

  /** Whether an entry is the next piece of this item's block. */
  isContinuedBy(entry: JsonObject): boolean {
    const { entry: own } = this;
    if (own === undefined || this.isWhole || own.type === 'reasoning.encrypted') return false;
    return own.type === entry.type && asNumber(own.index) === asNumber(entry.index);
  }

  /** An entry of `reasoning_details`, or its next piece. Its text is told apart from this. */
  addEntry(entry: JsonObject): void {
    const own: JsonObject = (this.entry ??= {});
    for (const [name, value] of Object.entries(entry)) {
      const before = own[name];
      const grows = GROWING.has(name) && typeof before === 'string' && typeof value === 'string';
      if (grows) own[name] = before + value;
      else if (value !== null || before === undefined) own[name] = value;
    }
  }

  print(encrypted: 'shown' | 'hidden'): ByteText {
    const summary = this.hasPart ? this.printPart() : '';
    const sealed =
      encrypted === 'shown' && this.sealed !== undefined
        ? `,"encrypted_content":${jsonString(this.sealed)}`
        : '';
    return `{"id":${jsonString(this.id)},"type":"reasoning","status":"${this.status}","summary":[${summary}]${sealed}}`;
  }

  protected closeInner(): void {
    if (this.entry !== undefined) this.sealed = this.options.seal(this.entry);
    if (!this.hasPart) return;
    const place = `${this.place},"summary_index":0`;
    this.events.write('response.reasoning_summary_text.done', `${place},"text":"${this.summary}"`);
    this.events.write('response.reasoning_summary_part.done', `${place},"part":${this.printPart()}`);
  }

  protected override get encrypted(): 'shown' | 'hidden' {
    return this.options.showEncrypted ? 'shown' : 'hidden';
  }

  private printPart(): ByteText {
    return `{"type":"summary_text","text":"${this.summary}"}`;
  }
}
