import { ByteCollector } from '../../lib/byte-collector.js';
import type { LiveCall } from '../../live-calls/live-call.js';
import { strikeBytes, type SentHeaders } from '../../upstreams/strike-credentials.js';
import type { AnswerRelay } from '../../upstreams/exchange.js';
import type { AnswerTap } from './answer-dialect.js';

/** An error event with what follows it: no provider has more to say about one. */
const MAX_REFUSED_BYTES = 1_048_576;

/**
 * Carries a stream to the client byte for byte, past a tap that reads along. The client's answer begins with the first byte, so that
 * another account can still be asked until then; an error as the very first event is kept back for the same reason.
 */
export class RelayedStream implements AnswerRelay {
  private isBegun = false;
  private refused: ByteCollector | undefined;

  constructor(
    readonly tap: AnswerTap,
    private readonly call: LiveCall,
    private readonly sent: SentHeaders,
    /** Sends the head. */
    private readonly begin: () => void,
  ) {}

  /** Something of it is with the client. */
  get isOpen(): boolean {
    return this.isBegun;
  }

  /** Sends the head, and what was kept back. */
  open(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.begin();
    for (const bytes of this.refused?.pieces() ?? []) this.call.write(bytes);
    this.refused = undefined;
  }

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

  private get refusedBytes(): number {
    return this.refused?.length ?? 0;
  }

  /** An error event may quote what the request was sent with; of other events nothing is searched. */
  private withoutCredentials(bytes: Buffer): Buffer {
    return this.tap.carriedError ? strikeBytes(bytes, this.sent) : bytes;
  }

  private write(ready: Buffer | undefined): boolean {
    if (ready === undefined || ready.length === 0) return true;
    const bytes = this.withoutCredentials(ready);
    if (!this.isBegun && this.tap.carriedError && this.refusedBytes < MAX_REFUSED_BYTES) {
      this.refused ??= new ByteCollector();
      this.refused.add(bytes);
      return true;
    }
    this.open();
    return this.call.write(bytes);
  }
}
