import { GatewayError } from '../../../../lib/gateway-error.js';

/** The last event of a stream says all of it again, so it is kept. The longest answers have about a megabyte. */
const MAX_ANSWER_BYTES = 32 * 1_048_576;

/** The model writes without an end: what it wrote must be kept, to be told whole at the end. */
export class AnswerTooLargeError extends GatewayError {
  constructor() {
    super({
      status: 502,
      code: 'upstream_answer_too_large',
      message: `The provider streamed an answer of more than ${MAX_ANSWER_BYTES} bytes, so the stream was stopped.`,
      headers: { 'x-should-retry': 'false' },
    });
  }
}

/** Counts what is kept of an answer. */
export class AnswerSize {
  private bytes = 0;

  /** @throws AnswerTooLargeError */
  add(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > MAX_ANSWER_BYTES) throw new AnswerTooLargeError();
  }
}
