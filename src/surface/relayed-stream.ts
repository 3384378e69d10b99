import type { LiveCall } from '../http/live-call.js';
import { strikeBytes, type SentHeaders } from '../upstreams/strike-credentials.js';
import type { AnswerRelay } from '../upstreams/exchange.js';
import type { AnswerTap } from './answer-dialect.js';

/** Carries a stream to the client byte for byte, past a tap that reads along. */
export class RelayedStream implements AnswerRelay {
  constructor(
    readonly tap: AnswerTap,
    private readonly call: LiveCall,
    private readonly sent: SentHeaders,
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

  /** The rest of the stream. */
  finish(): Buffer {
    return this.withoutCredentials(this.tap.finish());
  }

  /** An error event may quote what the request was sent with; of other events nothing is searched. */
  private withoutCredentials(bytes: Buffer): Buffer {
    return this.tap.carriedError ? strikeBytes(bytes, this.sent) : bytes;
  }

  private write(ready: Buffer | undefined): boolean {
    return ready === undefined || ready.length === 0 || this.call.write(this.withoutCredentials(ready));
  }
}
