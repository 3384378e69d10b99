import { ByteCollector } from '../../lib/byte-collector.js';

/** Longer streams are not judged: what is kept of a call in flight is bounded. */
const MAX_STREAM_BYTES = 524_288;

/** A call whose answer is to be judged. What is kept is read when the call is over, not on its way. */
export class SampledCall {
  private stream = new ByteCollector(undefined);
  private tooLong = false;

  constructor(
    readonly isStream: boolean,
    private readonly judge: (model: string, answer: () => string) => void,
  ) {}

  /** A stream as it comes from one attempt. */
  readonly watch = (bytes: Buffer): void => {
    if (this.tooLong) return;
    if (this.stream.length + bytes.length <= MAX_STREAM_BYTES) {
      this.stream.add(bytes);
      return;
    }
    this.tooLong = true;
    this.stream = new ByteCollector(undefined);
  };

  /** Another attempt answers: what the last one streamed is not the answer. */
  restart(): void {
    this.stream = new ByteCollector(undefined);
    this.tooLong = false;
  }

  /** The caller has its whole answer. @param text of it, asked behind the answer */
  answered(model: string, text: () => string): void {
    this.judge(model, text);
  }

  /** The caller has its stream to the end. @param textOf what its bytes say */
  streamed(model: string, textOf: (bytes: Buffer) => string): void {
    if (this.tooLong) return;
    const { stream } = this;
    this.judge(model, () => textOf(stream.take()));
  }
}
