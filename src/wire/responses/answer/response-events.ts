import { bytesOf, type ByteText } from './byte-text.js';

/** Where the making of a response tells what happens. */
export interface ResponseEvents {
  /**
   * @param type one of the API's
   * @param members JSON members of the event beside its type and number
   */
  write(type: string, members: ByteText): void;
}

/** For a response that nobody watches being made. */
export const NO_EVENTS: ResponseEvents = { write: () => undefined };

/** What an event of each type begins with: made once, for deltas are many. */
const HEADS = new Map<string, ByteText>();

function headOf(type: string): ByteText {
  let head = HEADS.get(type);
  if (head === undefined) {
    head = `event: ${type}\ndata: {"type":"${type}","sequence_number":`;
    HEADS.set(type, head);
  }
  return head;
}

/** Prints a Responses stream: numbers its events, without a gap. */
export class EventWriter implements ResponseEvents {
  private output: ByteText = '';

  /** @param nextNumber of its first event */
  constructor(private nextNumber = 0) {}

  write(type: string, members: ByteText): void {
    this.output += `${headOf(type)}${this.nextNumber},${members}}\n\n`;
    this.nextNumber += 1;
  }

  /** A comment, which has no number. */
  writeRaw(text: ByteText): void {
    this.output += text;
  }

  /** What was written since the last call. */
  take(): Buffer | undefined {
    if (this.output === '') return undefined;
    const bytes = bytesOf(this.output);
    this.output = '';
    return bytes;
  }
}
