import type { LiveCall } from '../http/live-call.js';
import type { AnswerRelay } from '../upstreams/exchange.js';
import type { AnswerTap } from './answer-dialect.js';

/** Carries a stream to the client byte for byte, past a tap that reads along. */
export class RelayedStream implements AnswerRelay {
  constructor(
    readonly tap: AnswerTap,
    private readonly call: LiveCall,
  ) {}

  push(chunk: Buffer): boolean {
    return this.write(this.tap.push(chunk));
  }

  end(): void {
    this.tap.end();
  }

  get sawDone(): boolean {
    return this.tap.sawDone;
  }

  get carriedError(): boolean {
    return this.tap.carriedError;
  }

  private write(ready: Buffer | undefined): boolean {
    return ready === undefined || ready.length === 0 || this.call.write(ready);
  }
}
