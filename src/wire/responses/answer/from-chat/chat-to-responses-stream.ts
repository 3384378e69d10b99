import type { GatewayError } from '../../../../lib/gateway-error.js';
import type { UsageCost } from '../../../json-bytes/splice-usage-cost.js';
import { EventCutter, StreamEventTooDenseError, type EventSink } from '../../../sse/event-cutter.js';
import type { MadeResponse, ResponseEcho } from '../response-echo.js';
import { errorOfProvider } from '../stream-error.js';
import { ChatDeltas } from './chat-deltas.js';
import { ResponseTelling } from './response-telling.js';

const MAX_EVENT_BYTES = 8 * 1_048_576;
/** Each may become an event of its own. */
const MAX_MARKS = 100_000;

/**
 * Makes the event stream of Responses from a chat stream as it leaves `ChatStreamTap`, so with the cost in its usage chunk
 * (wire notes of Responses 3). Deltas go out with the chunk that brought them. The last event answers `[DONE]`, or `end`: whoever
 * holds those back until the bill is committed holds it back too. An error event becomes `error`, and `response.failed` at the end.
 */
export class ChatToResponsesStream implements EventSink {
  private readonly cutter = new EventCutter(this, MAX_EVENT_BYTES, {
    maxMarks: MAX_MARKS,
    onDenseEvent: () => {
      throw new StreamEventTooDenseError();
    },
  });
  private readonly telling: ResponseTelling;
  private readonly deltas: ChatDeltas;

  constructor(echo: ResponseEcho) {
    this.telling = new ResponseTelling(echo);
    this.deltas = new ChatDeltas(this.telling.items, 'delta');
  }

  /** The whole response; undefined before the last event. */
  get result(): MadeResponse | undefined {
    return this.telling.result;
  }

  /**
   * Answers whole events, or undefined; of long ones a part, and `more` the others.
   * @throws StreamEventTooLargeError, StreamEventTooDenseError, AnswerTooLargeError when there is more than we are ready to keep
   */
  push(chatBytes: Buffer): Buffer | undefined {
    const { telling } = this;
    if (telling.isOver) return undefined;
    this.cutter.push(chatBytes);
    return telling.take();
  }

  /** The chat stream has ended, after its usage chunk or without one; answers the last events, unless they are out. */
  end(): Buffer | undefined {
    const { telling } = this;
    if (telling.isOver) return undefined;
    this.cutter.end();
    telling.breakOff();
    return telling.take();
  }

  /**
   * The stream is to end with this error, whatever it had come to; nothing when its last event is out already.
   * @param billed what was billed, in chat's shape, for a stream whose usage chunk has not come
   */
  fail(error: GatewayError, billed?: UsageCost): Buffer {
    return this.telling.fail(error, billed);
  }

  /** The next part of what was answered last. */
  more(): Buffer | undefined {
    return this.telling.take();
  }

  onEvent(bytes: Buffer, start: number, end: number): void {
    const { telling } = this;
    if (telling.isOver) return;
    switch (this.deltas.chunk.read(bytes, start, end)) {
      case 'object':
        this.takeChunk(bytes, start, end);
        break;
      case 'done':
        telling.complete();
        break;
      case 'comment':
        telling.comment();
        break;
      case 'opaque':
    }
  }

  onLateLineFeed(): void {
    // Of an event that was read already.
  }

  takeKnown(bytes: Buffer, start: number): number {
    const { telling } = this;
    return telling.isOver || telling.hasFailed ? start : this.deltas.takeFamiliar(bytes, start);
  }

  private takeChunk(bytes: Buffer, start: number, end: number): void {
    const { telling, deltas } = this;
    const { chunk } = deltas;
    if (chunk.usage.end > 0) telling.takeUsage(chunk.parse(chunk.usage));
    if (chunk.error.end > 0) telling.takeError(errorOfProvider(chunk.parse(chunk.error)));
    if (telling.hasFailed) return;
    telling.start();
    deltas.add(bytes, start, end);
    const tier = chunk.text(chunk.serviceTier);
    if (tier !== undefined) telling.takeServiceTier(tier);
    const reason = chunk.finishReason.end > 0 ? chunk.parse(chunk.finishReason) : undefined;
    if (typeof reason === 'string') telling.takeFinish(reason);
  }
}
