import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchEndpoint } from '../batch.entity.js';
import type { CheckedItem, ItemRules } from '../submission/read-item.js';
import { BatchTooLargeError, MAX_FAULTS } from '../submission/submission-error.js';
import { SubmissionTally } from '../submission/submission-tally.js';
import { lineError, LineError, type LineFault } from './line-error.js';
import { numberedLines, type NumberedLine } from './numbered-lines.js';
import { checkLineSayable, readLine } from './read-line.js';

export interface InputFile {
  readonly chunks: AsyncIterable<Buffer>;
  readonly endpoint: BatchEndpoint;
  readonly rules: ItemRules;
  /** Gets every request as long as no line was wrong. */
  readonly keep: (item: CheckedItem) => Promise<void>;
  /** Ends the reading between two lines. */
  readonly signal: AbortSignal;
}

/** What a file holds, or the first twenty things that are wrong with it. */
export type ReadFile =
  | { readonly kind: 'read'; readonly requestCount: number; readonly tally: SubmissionTally }
  | { readonly kind: 'wrong'; readonly faults: readonly LineFault[] };

const MB = 1_048_576;
const MAX_LINE_BYTES = 32 * MB;
const BYTES_A_TURN = 262_144;
const EMPTY_FILE: LineFault = {
  status: 400,
  code: 'empty_file',
  message: 'The input file holds no requests. Each of its lines is one, as a JSON object.',
  param: null,
  line: null,
};

/**
 * Reads an input file line by line; memory grows with the ids of its requests alone.
 * @throws what the file's source throws, and the signal's reason
 */
export async function readInputFile(file: InputFile): Promise<ReadFile> {
  const reading = new FileReading(file);
  for await (const line of numberedLines(file.chunks, MAX_LINE_BYTES)) {
    file.signal.throwIfAborted();
    if (!(await reading.take(line))) break;
  }
  return reading.finish();
}

class FileReading {
  private readonly tally = new SubmissionTally();
  /** Where each id stands. */
  private readonly customIds = new Map<string, number>();
  private readonly faults: LineFault[] = [];
  private requestCount = 0;
  private bytesOfTurn = 0;

  constructor(private readonly file: InputFile) {}

  /** False when nothing more has to be read. */
  async take({ number, bytes }: NumberedLine): Promise<boolean> {
    await this.breathe(bytes?.length ?? 0);
    try {
      const item = await this.check(number, bytes);
      this.requestCount += 1;
      this.count(item, number);
      if (this.faults.length === 0) await this.file.keep(item);
      return true;
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      this.faults.push(error.fault);
      return this.faults.length < MAX_FAULTS && error.fault.code !== TOO_LARGE;
    }
  }

  finish(): ReadFile {
    if (this.faults.length > 0) return { kind: 'wrong', faults: this.faults };
    if (this.requestCount === 0) return { kind: 'wrong', faults: [EMPTY_FILE] };
    return { kind: 'read', requestCount: this.requestCount, tally: this.tally };
  }

  private async check(line: number, bytes: Buffer | undefined): Promise<CheckedItem> {
    if (bytes === undefined) {
      const message = `This line is longer than ${MAX_LINE_BYTES / MB} MB. Send smaller requests.`;
      throw lineError({ line, code: 'line_too_long', param: null }, message);
    }
    const { endpoint, rules } = this.file;
    const reading = readLine(bytes, { line, endpoint, rules });
    const item = reading instanceof Promise ? await reading : reading;
    this.refuseTwin(item, line);
    await checkLineSayable(item, line);
    return item;
  }

  private refuseTwin({ customId }: CheckedItem, line: number): void {
    const earlier = this.customIds.get(customId);
    this.customIds.set(customId, earlier ?? line);
    if (earlier === undefined) return;
    throw lineError(
      { line, code: 'duplicate_custom_id', param: 'custom_id' },
      `\`custom_id\` ${JSON.stringify(customId)} is used in line ${earlier} already. Each must be unique in the file.`,
    );
  }

  private count(item: CheckedItem, line: number): void {
    try {
      this.tally.add(item);
    } catch (error) {
      if (!(error instanceof BatchTooLargeError)) throw error;
      throw lineError({ line, code: TOO_LARGE, param: null }, error.message);
    }
  }

  private async breathe(bytes: number): Promise<void> {
    this.bytesOfTurn += bytes;
    if (this.bytesOfTurn < BYTES_A_TURN) return;
    this.bytesOfTurn = 0;
    await nextTurn();
  }
}

const TOO_LARGE = 'batch_too_large';
