import type { GatewayError } from '../../../../lib/gateway-error.js';
import type { UsageCost } from '../../../json-bytes/splice-usage-cost.js';
import { toBuffers, type ByteText, type Piece } from '../byte-text.js';
import type { MadeResponse, ResponseEcho } from '../response-echo.js';
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
import { OutputItems } from './output-items.js';
import { endingOf, endOf } from './response-end.js';

const NOTHING = Buffer.alloc(0);
/** Keeps the connection alive, as the provider's own does. */
const COMMENT = ': keep-alive\n\n';

const INTERRUPTED: StreamError = {
  code: 'stream_interrupted',
  message: 'The provider ended the stream before the answer was complete. Try again.',
  param: null,
  responseCode: 'server_error',
};

/**
 * A response that is told in events while it is made (wire notes of Responses 3), by whoever knows what the answer says: a reader of a
 * chat stream, or a translator.
 */
export class ResponseTelling {
  readonly items: OutputItems;
  private readonly writer = new EventWriter();
  private readonly frame: ResponseFrame;
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
  }

  /** The last event was told. */
  get isOver(): boolean {
    return this.last !== undefined;
  }

  /** An error was told, and nothing but the last event follows. */
  get hasFailed(): boolean {
    return this.error !== undefined;
  }

  /** The whole response; undefined before the last event. */
  get result(): MadeResponse | undefined {
    if (this.last === undefined) return undefined;
    const { state, output, shown } = this.last;
    const status = state.status === 'in_progress' ? 'failed' : state.status;
    const whole = this.outputOf(status, 'shown');
    const kept = whole === output ? shown : this.frame.print(state, whole);
    return { kept: toBuffers(kept), status };
  }

  /** What was told since the last call; in parts where it is long: ask until there is none. */
  take(): Buffer | undefined {
    return this.writer.takePart();
  }

  /** The first events, once. */
  start(): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    const response = this.frame.print({ status: 'in_progress', usage: 'null' }, '[]');
    this.writer.write('response.created', '"response":', ...response);
    this.writer.write('response.in_progress', '"response":', ...response);
  }

  /** @param usage in chat's shape @param cost JSON number, where the usage does not name it */
  takeUsage(usage: unknown, cost?: string): void {
    this.usage = printResponsesUsage(usage, cost);
  }

  /** @param tier JSON string */
  takeServiceTier(tier: ByteText): void {
    this.serviceTier = tier;
  }

  /** Items are closed with the finish reason: clients run tools by that, and the bill may take a moment. */
  takeFinish(reason: string): void {
    this.finishReason = reason;
    if (reason === 'error') this.takeError(errorOfProvider(undefined));
    else this.items.finish(endingOf(endOf(reason)));
  }

  /** `error` at once; `response.failed` is the last event. */
  takeError(error: StreamError): void {
    if (this.error !== undefined) return;
    this.start();
    this.error = error;
    this.writer.write('error', printErrorEvent(error));
  }

  comment(): void {
    this.writer.writeRaw(COMMENT);
  }

  /** The last event. */
  complete(): void {
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

  /** Nothing more comes, and nobody said that this is the end. */
  breakOff(): void {
    if (this.isOver) return;
    if (this.finishReason === undefined && this.usage === 'null') this.takeError(INTERRUPTED);
    this.complete();
  }

  /**
   * The response is to end with this error, whatever it had come to; nothing when its last event is out already.
   * @param billed what was billed, in chat's shape, where the usage has not come
   */
  fail(error: GatewayError, billed?: UsageCost): Buffer {
    if (!this.isOver) {
      const usage = this.usage === 'null' ? (billed?.usageInstead ?? billed?.usageIfMissing) : undefined;
      if (usage !== undefined) this.takeUsage(usage, billed?.cost);
      this.takeError(errorOfGateway(error));
      this.complete();
    }
    return this.writer.take() ?? NOTHING;
  }

  /** A response that failed has none, as at OpenAI: half an answer would be taken for all of it, and its tools be run. */
  private outputOf(status: string, encrypted: 'shown' | 'hidden'): ByteText {
    return status === 'failed' ? '[]' : this.items.print(encrypted);
  }
}
