import type { GatewayError } from '../../../../lib/gateway-error.js';
import type { UsageCost } from '../../../json-bytes/splice-usage-cost.js';
import { EventCutter, type EventSink } from '../../../sse/event-cutter.js';
import { bytesOfPieces, type ByteText, type Piece } from '../byte-text.js';
import { ChatDeltas } from './chat-deltas.js';
import { OutputItems } from './output-items.js';
import type { BuiltResponse, ResponseEcho } from '../response-echo.js';
import { endingOf, endOf } from './response-end.js';
import { EventWriter } from '../response-events.js';
import { ResponseFrame, type ResponseState } from '../response-frame.js';
import { printResponsesUsage } from '../responses-usage.js';
import {
  errorOfGateway,
  errorOfProvider,
  printErrorEvent,
  printResponseError,
  type StreamError,
} from '../stream-error.js';

const MAX_EVENT_BYTES = 8 * 1_048_576;
/** Keeps the connection alive, as the provider's own does. */
const COMMENT = ': keep-alive\n\n';

const INTERRUPTED: StreamError = {
  code: 'stream_interrupted',
  message: 'The provider ended the stream before the answer was complete. Try again.',
  param: null,
  responseCode: 'server_error',
};

/**
 * Makes the event stream of Responses from a chat stream as it leaves `ChatStreamTap`, so with the cost in its usage chunk
 * (wire notes of Responses 3). Deltas go out with the chunk that brought them. The last event answers `[DONE]`, or `end`: whoever
 * holds those back until the bill is committed holds it back too. An error event becomes `error`, and `response.failed` at the end.
 */
export class ChatToResponsesStream implements EventSink {
  private readonly cutter = new EventCutter(this, MAX_EVENT_BYTES);
  private readonly writer = new EventWriter();
  private readonly frame: ResponseFrame;
  private readonly items: OutputItems;
  private readonly deltas: ChatDeltas;
  private hasStarted = false;
  private finishReason: string | undefined;
  private usage: ByteText = 'null';
  private serviceTier: ByteText | undefined;
  private error: StreamError | undefined;
  private last:
    | { readonly state: ResponseState; readonly output: ByteText; readonly shown: readonly Piece[] }
    | undefined;

  constructor(private readonly echo: ResponseEcho) {
    this.frame = new ResponseFrame(echo, 'one');
    this.items = new OutputItems(this.writer, echo);
    this.deltas = new ChatDeltas(this.items, 'delta');
  }

  /** The whole response; undefined before the last event. */
  get result(): BuiltResponse | undefined {
    if (this.last === undefined) return undefined;
    const { state, output, shown } = this.last;
    const shownBytes = bytesOfPieces(shown);
    const status = state.status === 'in_progress' ? 'failed' : state.status;
    const whole = this.outputOf(status, 'shown');
    const kept = whole === output ? shownBytes : bytesOfPieces(this.frame.print(state, whole));
    return { shown: shownBytes, kept, status, mayHoldEncrypted: true };
  }

  /**
   * Answers whole events, or undefined.
   * @throws StreamEventTooLargeError, AnswerTooLargeError when there is more than we are ready to keep
   */
  push(chatBytes: Buffer): Buffer | undefined {
    if (this.last !== undefined) return undefined;
    this.cutter.push(chatBytes);
    return this.writer.take();
  }

  /** The chat stream has ended, after its usage chunk or without one; answers the last events, unless they are out. */
  end(): Buffer | undefined {
    if (this.last !== undefined) return undefined;
    this.cutter.end();
    if (this.isOver) return this.writer.take();
    if (this.finishReason === undefined && this.usage === 'null') this.takeError(INTERRUPTED);
    this.complete();
    return this.writer.take();
  }

  /**
   * The stream is to end with this error, whatever it had come to; nothing when its last event is out already.
   * @param billed what was billed, in chat's shape, for a stream whose usage chunk has not come
   */
  fail(error: GatewayError, billed?: UsageCost): Buffer {
    if (this.last === undefined) {
      const usage = this.usage === 'null' ? (billed?.usageInstead ?? billed?.usageIfMissing) : undefined;
      if (usage !== undefined) this.usage = printResponsesUsage(usage, billed?.cost);
      this.takeError(errorOfGateway(error));
      this.complete();
    }
    return this.writer.take() ?? Buffer.alloc(0);
  }

  onEvent(bytes: Buffer, start: number, end: number): void {
    if (this.isOver) return;
    switch (this.deltas.chunk.read(bytes, start, end)) {
      case 'object':
        this.takeChunk(bytes, start, end);
        break;
      case 'done':
        this.complete();
        break;
      case 'comment':
        this.writer.writeRaw(COMMENT);
        break;
      case 'opaque':
    }
  }

  onLateLineFeed(): void {
    // Of an event that was read already.
  }

  takeKnown(bytes: Buffer, start: number): number {
    return this.isOver || this.error !== undefined ? start : this.deltas.takeFamiliar(bytes, start);
  }

  private get isOver(): boolean {
    return this.last !== undefined;
  }

  private takeChunk(bytes: Buffer, start: number, end: number): void {
    const { chunk } = this.deltas;
    if (chunk.usage.end > 0) this.usage = printResponsesUsage(chunk.parse(chunk.usage));
    if (chunk.error.end > 0) this.takeError(errorOfProvider(chunk.parse(chunk.error)));
    if (this.error !== undefined) return;
    this.start();
    this.deltas.add(bytes, start, end);
    this.serviceTier = chunk.text(chunk.serviceTier) ?? this.serviceTier;
    if (chunk.finishReason.end > 0) this.takeFinish(chunk.parse(chunk.finishReason));
  }

  /** Items are closed with the finish reason: clients run tools by that, and the bill may take a moment. */
  private takeFinish(reason: unknown): void {
    if (typeof reason !== 'string') return;
    this.finishReason = reason;
    if (reason === 'error') this.takeError(errorOfProvider(undefined));
    else this.items.finish(endingOf(endOf(reason)));
  }

  private takeError(error: StreamError): void {
    if (this.error !== undefined) return;
    this.start();
    this.error = error;
    this.writer.write('error', printErrorEvent(error));
  }

  private start(): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    const response = this.frame.print({ status: 'in_progress', usage: 'null' }, '[]');
    this.writer.write('response.created', '"response":', ...response);
    this.writer.write('response.in_progress', '"response":', ...response);
  }

  private complete(): void {
    this.start();
    const { error, usage, serviceTier } = this;
    const end = endOf(this.finishReason);
    if (error === undefined) this.items.finish(endingOf(end));
    const status = error === undefined ? end.status : 'failed';
    const state: ResponseState = {
      status,
      usage,
      serviceTier,
      completedAt: status === 'completed' ? this.echo.nowSeconds() : undefined,
      incompleteReason: error === undefined ? end.reason : undefined,
      error: error && printResponseError(error),
    };
    const output = this.outputOf(status, this.echo.showEncrypted ? 'shown' : 'hidden');
    const shown = this.frame.print(state, output);
    this.last = { state, output, shown };
    this.writer.write(`response.${status}`, '"response":', ...shown);
  }

  /** A response that failed has none, as at OpenAI: half an answer would be taken for all of it, and its tools be run. */
  private outputOf(status: string, encrypted: 'shown' | 'hidden'): ByteText {
    return status === 'failed' ? '[]' : this.items.print(encrypted);
  }
}
