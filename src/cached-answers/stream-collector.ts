import type { AnswerWatch } from '../http/answer-watch.js';
import { ByteCollector } from '../lib/byte-collector.js';
import type { ByteShare } from '../lib/byte-budget.js';

/** Holds copies of what goes to the client of a stream, as long as there is room for it. */
export class StreamCollector implements AnswerWatch {
  private readonly kept = new ByteCollector();
  private fault: 'too_large' | 'too_many' | undefined;

  constructor(
    readonly share: ByteShare,
    private readonly maxBytes: number,
  ) {}

  /** Why it has not all of the stream. */
  get notKept(): 'too_large' | 'too_many' | undefined {
    return this.fault;
  }

  get collected(): readonly Buffer[] {
    return this.kept.pieces();
  }

  /** An error in place of the stream. */
  whole(): void {
    this.forget();
  }

  piece(bytes: Buffer): void {
    if (this.fault !== undefined) return;
    const length = this.kept.length + bytes.length;
    if (length > this.maxBytes) this.giveUp('too_large');
    else if (!this.share.grow(length)) this.giveUp('too_many');
    // A copy: the bytes may be a small part of a large buffer, which would stay with them.
    else this.kept.add(Buffer.from(bytes));
  }

  /** Gives its memory back. */
  forget(): void {
    this.kept.drain();
    this.share.giveBack();
  }

  private giveUp(fault: 'too_large' | 'too_many'): void {
    this.fault = fault;
    this.forget();
  }
}
