import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy';
import { isLongerThan } from '../../lib/is-longer-than.js';
import { storableText } from '../../lib/storable-text.js';
import { asFormError, chunksOf, newFormParser, writeForm } from './form-parser.js';
import { checkPurpose, readUploadFields, type UploadFields } from './upload-fields.js';
import { formFieldError, InvalidFormError } from './upload-form-errors.js';

/** An upload whose bytes are stored. */
export interface UploadForm<Stored> {
  readonly fields: UploadFields;
  readonly filename: string;
  readonly stored: Stored;
}

export interface UploadFormInputs<Stored> {
  readonly contentType: string | undefined;
  readonly source: AsyncIterable<Buffer>;
  /** Takes the bytes of the file as they come. */
  readonly store: (bytes: AsyncIterable<Buffer>) => Promise<Stored>;
  /** Gives up what was stored: the form came to nothing. */
  readonly drop: (stored: Stored) => Promise<void>;
}

const MAX_FILENAME_CHARS = 255;
const UNNAMED = 'file';
/** Others would have to be undone, and nobody sends them. */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

/**
 * Reads a form with one file, whose parts come in any order: the file is stored while it comes, no faster than it is taken.
 * @throws InvalidFormError, InvalidRequestError (400) for what is wrong with the form, and what `source` and `store` throw: nothing
 *   stays stored then
 */
export async function readUploadForm<Stored>(inputs: UploadFormInputs<Stored>): Promise<UploadForm<Stored>> {
  const reading = new FormReading(inputs.store);
  try {
    await reading.run(inputs);
    return await reading.finish();
  } catch (error) {
    await reading.abandon(error, inputs.drop);
    throw error;
  }
}

interface IncomingFile<Stored> {
  readonly stream: BusboyFileStream;
  readonly filename: string;
  readonly stored: Promise<Stored>;
}

class FormReading<Stored> {
  private readonly fields = new Map<string, string>();
  private file: IncomingFile<Stored> | undefined;
  private fail: (error: unknown) => void = () => undefined;
  /** Rejects with the first thing that is wrong, wherever it was found. */
  private readonly failure = new Promise<never>((_resolve, reject) => {
    this.fail = reject;
  });

  constructor(private readonly store: UploadFormInputs<Stored>['store']) {
    this.failure.catch(() => undefined);
  }

  async run({ contentType, source }: UploadFormInputs<Stored>): Promise<void> {
    const parser = this.openParser(contentType);
    const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
    for await (const chunk of source) await Promise.race([writeForm(parser, chunk), this.failure]);
    parser.end();
    await Promise.race([finished, this.failure]);
  }

  async finish(): Promise<UploadForm<Stored>> {
    const { file } = this;
    if (file === undefined)
      throw formFieldError(
        'file',
        '`file` is missing. Send the file as a part of that name.',
        'missing_required_parameter',
      );
    const stored = await Promise.race([file.stored, this.failure]);
    return { fields: readUploadFields(this.fields), filename: file.filename, stored };
  }

  /** The store hears of it, and leaves nothing; what it has taken already is dropped. */
  async abandon(error: unknown, drop: (stored: Stored) => Promise<void>): Promise<void> {
    if (this.file === undefined) return;
    this.file.stream.destroy(error instanceof Error ? error : new Error(String(error)));
    const stored = await this.file.stored.then(
      (value) => ({ value }),
      () => undefined,
    );
    if (stored !== undefined) await drop(stored.value);
  }

  private openParser(contentType: string | undefined): BusboyInstance {
    const parser = newFormParser(contentType);
    parser.on('file', (name, stream, filename, encoding) =>
      this.takeFile(stream, { name, filename, encoding }),
    );
    parser.on('field', (name, value, nameIsCut, valueIsCut) => {
      if (nameIsCut || valueIsCut)
        this.fail(new InvalidFormError(`The part \`${shown(name)}\` is too long.`));
      else this.takeField(name, value);
    });
    parser.on('filesLimit', () =>
      this.fail(formFieldError('file', 'There is more than one `file`. Upload one at a time.')),
    );
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => this.fail(new InvalidFormError('The form has too many parts.')));
    parser.on('error', (error) => this.fail(asFormError(error)));
    return parser;
  }

  private takeField(name: string, value: string): void {
    if (this.fields.has(name)) {
      this.fail(formFieldError(shown(name), `The part \`${shown(name)}\` is given twice; give it once.`));
      return;
    }
    this.fields.set(name, value);
    // A file that nobody wants is not read to its end.
    if (name === 'purpose') this.check(() => checkPurpose(value));
  }

  private takeFile(stream: BusboyFileStream, { name, filename, encoding }: FileHead): void {
    // Whoever reads it hears of its errors.
    stream.on('error', () => undefined);
    if (name !== 'file') {
      stream.resume();
      this.fail(
        formFieldError(shown(name), `The file is in the part \`${shown(name)}\`; send it as \`file\`.`),
      );
      return;
    }
    if (!PLAIN_ENCODINGS.has(encoding)) {
      stream.resume();
      this.fail(
        formFieldError('file', '`file` has a Content-Transfer-Encoding. Send its bytes as they are.'),
      );
      return;
    }
    const stored = this.store(chunksOf(stream));
    this.file = { stream, filename: nameOf(filename), stored };
    stored.catch(this.fail);
  }

  private check(rule: () => void): void {
    try {
      rule();
    } catch (error) {
      this.fail(error);
    }
  }
}

interface FileHead {
  readonly name: string;
  readonly filename: string | undefined;
  readonly encoding: string;
}

function nameOf(filename: string | undefined): string {
  const name = storableText(filename ?? '').trim();
  if (name === '') return UNNAMED;
  return isLongerThan(name, MAX_FILENAME_CHARS)
    ? Array.from(name).slice(0, MAX_FILENAME_CHARS).join('')
    : name;
}

/** A part need not have a name. */
function shown(name: string | undefined): string {
  return (name ?? '').slice(0, 40);
}
