import type { ByteText } from '../byte-text.js';
import { jsonString } from '../byte-text.js';
import { OutputItem } from './output-item.js';
import { deltaEvent, type DeltaEvent, type ResponseEvents } from '../response-events.js';

export type PartKind = 'output_text' | 'refusal';

interface Part {
  readonly kind: PartKind;
  /** What its events begin with. */
  readonly place: ByteText;
  /** Between the quotes. */
  text: ByteText;
  readonly delta: DeltaEvent;
  readonly annotations: ByteText[];
}

/** What the model says to the caller: parts of text and refusals. */
export class MessageItem extends OutputItem {
  private readonly parts: Part[] = [];
  private openPart: Part | undefined;

  /** @param onPart told of each part that begins because there is something to say */
  constructor(
    events: ResponseEvents,
    index: number,
    id: string,
    private readonly onPart: () => void,
  ) {
    super(events, index, id);
  }

  /** @param literal JSON text between the quotes, not empty */
  addText(literal: ByteText): void {
    const part = this.openPart?.kind === 'output_text' ? this.openPart : this.startCounted('output_text');
    part.text += literal;
    this.events.writeDelta(part.delta, literal);
  }

  addRefusal(literal: ByteText): void {
    const part = this.openPart?.kind === 'refusal' ? this.openPart : this.startCounted('refusal');
    part.text += literal;
    this.events.writeDelta(part.delta, literal);
  }

  /** @param json of an annotation of the text that is being written */
  addAnnotation(json: ByteText): void {
    const part = this.openPart?.kind === 'output_text' ? this.openPart : this.startCounted('output_text');
    const index = part.annotations.push(json) - 1;
    this.events.write(
      'response.output_text.annotation.added',
      `${part.place},"annotation_index":${index},"annotation":${json}`,
    );
  }

  /** A text of which nothing was said. */
  addEmptyText(): void {
    this.startPart('output_text');
  }

  print(): ByteText {
    const content = this.parts.map(printPart).join(',');
    return `{"id":${jsonString(this.id)},"type":"message","status":"${this.status}","content":[${content}],"role":"assistant"}`;
  }

  protected closeInner(): void {
    const part = this.openPart;
    if (part === undefined) return;
    this.openPart = undefined;
    if (part.kind === 'refusal')
      this.events.write('response.refusal.done', `${part.place},"refusal":"${part.text}"`);
    else this.events.write('response.output_text.done', `${part.place},"text":"${part.text}","logprobs":[]`);
    this.events.write('response.content_part.done', `${part.place},"part":${printPart(part)}`);
  }

  private startCounted(kind: PartKind): Part {
    this.onPart();
    return this.startPart(kind);
  }

  private startPart(kind: PartKind): Part {
    this.closeInner();
    const place = `${this.place},"content_index":${this.parts.length}`;
    const part: Part = { kind, place, text: '', delta: deltaOf(kind, place), annotations: [] };
    this.parts.push(part);
    this.openPart = part;
    this.events.write('response.content_part.added', `${place},"part":${printPart(part)}`);
    return part;
  }
}

function deltaOf(kind: PartKind, place: ByteText): DeltaEvent {
  return kind === 'refusal'
    ? deltaEvent('response.refusal.delta', place)
    : deltaEvent('response.output_text.delta', place, ',"logprobs":[]');
}

function printPart({ kind, text, annotations }: Part): ByteText {
  return kind === 'refusal'
    ? `{"type":"refusal","refusal":"${text}"}`
    : `{"type":"output_text","annotations":[${annotations.join(',')}],"logprobs":[],"text":"${text}"}`;
}
