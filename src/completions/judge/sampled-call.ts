import { ByteCollector } from '../../lib/byte-collector.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { readAnswerFacts } from '../attempts/answer-facts.js';
import { textOfStream } from './text-of-stream.js';

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

  /** A stream in provider B's shape, as it comes from one attempt. */
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

  /** The caller has its whole answer. */
  answered(model: string, scan: TopLevelMembers): void {
    this.judge(model, () => readAnswerFacts(scan).text);
  }

  /** The caller has its stream to the end. */
  streamed(model: string): void {
    if (this.tooLong) return;
    const { stream } = this;
    this.judge(model, () => textOfStream(stream.take()));
  }
}
