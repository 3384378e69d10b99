import { Injectable } from '@nestjs/common';
import type { CallRecord } from '../calls/call-record.js';

/** Tells who wants to know that a call is committed, after its answer was let go. Listeners note it and return at once. */
@Injectable()
export class CommittedCalls {
  private readonly listeners: ((record: CallRecord) => void)[] = [];

  /** @param listener must not throw, and must do its work elsewhere */
  onCommitted(listener: (record: CallRecord) => void): void {
    this.listeners.push(listener);
  }

  tell(record: CallRecord): void {
    for (const listener of this.listeners) listener(record);
  }
}
