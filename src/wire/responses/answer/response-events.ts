import { bytesOf, type ByteText, type Piece } from './byte-text.js';
import { ByteWriter } from './byte-writer.js';

/** Where the making of a response tells what happens. */
export interface ResponseEvents {
  /**
   * @param type one of the API's
   * @param members JSON members of the event beside its type and number
   */
  write(type: string, ...members: readonly Piece[]): void;
  /** @param literal JSON text between the quotes */
  writeDelta(event: DeltaEvent, literal: ByteText): void;
}

/** What is around the number and the text of all deltas of one part: they are many, and joined from as few pieces as can be. */
export interface DeltaEvent {
  readonly beforeNumber: Buffer;
  readonly beforeText: Buffer;
  readonly afterText: Buffer;
}

/** @param place, more JSON members before and behind its text */
export function deltaEvent(type: string, place: ByteText, more = ''): DeltaEvent {
  return {
    beforeNumber: headOf(type),
    beforeText: bytesOf(`,${place},"delta":"`),
    afterText: bytesOf(`"${more}}\n\n`),
  };
}

/** For a response that nobody watches being made. */
export const NO_EVENTS: ResponseEvents = { write: () => undefined, writeDelta: () => undefined };

/** What an event of each type begins with: made once, for deltas are many. */
const HEADS = new Map<string, Buffer>();

function headOf(type: string): Buffer {
  let head = HEADS.get(type);
  if (head === undefined) {
    head = bytesOf(`event: ${type}\ndata: {"type":"${type}","sequence_number":`);
    HEADS.set(type, head);
  }
  return head;
}

/** Prints a Responses stream: numbers its events, without a gap. */
export class EventWriter implements ResponseEvents {
  private readonly output = new ByteWriter();

  /** @param nextNumber of its first event */
  constructor(private nextNumber = 0) {}

  write(type: string, ...members: readonly Piece[]): void {
    const { output } = this;
    output.bytes(headOf(type));
    output.number(this.nextNumber);
    output.text(',');
    for (const piece of members)
      if (typeof piece === 'string') output.text(piece);
      else output.bytes(piece);
    output.text('}\n\n');
    this.nextNumber += 1;
  }

  writeDelta({ beforeNumber, beforeText, afterText }: DeltaEvent, literal: ByteText): void {
    const { output } = this;
    output.bytes(beforeNumber);
    output.number(this.nextNumber);
    output.bytes(beforeText);
    output.text(literal);
    output.bytes(afterText);
    this.nextNumber += 1;
  }

  /** A comment, which has no number. */
  writeRaw(text: ByteText): void {
    this.output.text(text);
  }

  /** What was written since the last call. */
  take(): Buffer | undefined {
    return this.output.take();
  }

  /** The same in parts, of which long ones are the bytes of the request. */
  takePart(): Buffer | undefined {
    return this.output.takePart();
  }
}
