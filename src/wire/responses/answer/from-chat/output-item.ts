import { jsonString, type ByteText } from '../byte-text.js';
import type { ResponseEvents } from '../response-events.js';

export type EndStatus = 'completed' | 'incomplete';

/** One item of a response's `output` while it is made: it tells the stream of what happens to it. */
export abstract class OutputItem {
  /** How it ended; absent while it is open. */
  private ended: EndStatus | undefined;
  /** Where its events belong, as JSON members. */
  protected readonly place: ByteText;

  constructor(
    protected readonly events: ResponseEvents,
    /** In `output`. */
    readonly index: number,
    readonly id: string,
  ) {
    this.place = `"item_id":${jsonString(id)},"output_index":${index}`;
  }

  get isOpen(): boolean {
    return this.ended === undefined;
  }

  /** JSON of the item as it stands. */
  abstract print(encrypted: 'shown' | 'hidden'): ByteText;

  /** Tells the stream that what is in the item is whole. */
  protected abstract closeInner(): void;

  /** Whether the item's own events show encrypted reasoning. */
  protected get encrypted(): 'shown' | 'hidden' {
    return 'hidden';
  }

  protected get status(): EndStatus | 'in_progress' {
    return this.ended ?? 'in_progress';
  }

  /** Nothing more comes; a second call changes nothing. */
  close(status: EndStatus): void {
    if (!this.isOpen) return;
    this.closeInner();
    this.ended = status;
    this.tell('response.output_item.done');
  }

  /** Its maker calls it once, when there is nothing in it. */
  open(): void {
    this.tell('response.output_item.added');
  }

  private tell(type: string): void {
    this.events.write(type, `"output_index":${this.index},"item":${this.print(this.encrypted)}`);
  }
}
