/**
 * Reads the fields of one JSON object and notes every fault instead of stopping at the first,
 * so that an operator sees all that is wrong with a catalogue file at once.
 * A faulty field yields a harmless value; the caller must not use the result when `faults` is not empty.
 */
export class FieldReader {
  private readonly unread: Set<string>;

  private constructor(
    private readonly fields: Record<string, unknown> | undefined,
    private readonly path: string,
    private readonly faults: string[],
  ) {
    this.unread = new Set(Object.keys(fields ?? {}));
  }

  static of(value: unknown, path: string, faults: string[]): FieldReader {
    if (isRecord(value)) return new FieldReader(value, path, faults);
    faults.push(`${path || 'the file'}: is ${describe(value)}, takes an object`);
    return new FieldReader(undefined, path, faults);
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.missing(name, 'a text', '');
  }

  optionalText(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined || (typeof value === 'string' && value !== '')) return value;
    return this.wrong<string | undefined>(name, value, 'a text that is not empty', undefined);
  }

  /** An amount written as decimal text or as a JSON number, as the text that was written. */
  optionalDecimal(name: string): string | undefined {
    const value = this.take(name);
    if (value === undefined || typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    return this.wrong<string | undefined>(name, value, 'a decimal', undefined);
  }

  flag(name: string): boolean {
    return this.optionalFlag(name) ?? this.missing(name, 'true or false', false);
  }

  optionalFlag(name: string): boolean | undefined {
    const value = this.take(name);
    if (value === undefined || typeof value === 'boolean') return value;
    return this.wrong<boolean | undefined>(name, value, 'true or false', undefined);
  }

  wholeNumber(name: string): number {
    const value = this.take(name);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    return this.wrong(name, value, 'a whole number', 0);
  }

  oneOf<T extends string>(name: string, allowed: readonly [T, ...T[]]): T {
    return (
      this.optionalOneOf(name, allowed) ?? this.missing(name, `one of ${allowed.join(', ')}`, allowed[0])
    );
  }

  optionalOneOf<T extends string>(name: string, allowed: readonly [T, ...T[]]): T | undefined {
    const value = this.take(name);
    if (value === undefined) return undefined;
    return (
      allowed.find((one) => one === value) ??
      this.wrong(name, value, `one of ${allowed.join(', ')}`, allowed[0])
    );
  }

  /** Absent reads as an empty list. */
  texts(name: string): string[] {
    const value = this.take(name) ?? [];
    if (Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== ''))
      return value as string[];
    return this.wrong(name, value, 'a list of texts', []);
  }

  /** A list of words from a closed set. Absent reads as an empty list. */
  manyOf<T extends string>(name: string, allowed: readonly [T, ...T[]]): T[] {
    const words: readonly string[] = allowed;
    const texts = this.texts(name);
    if (texts.every((text): text is T => words.includes(text))) return texts;
    return this.wrong(name, texts, `a list of ${allowed.join(', ')}`, []);
  }

  object(name: string): FieldReader {
    return FieldReader.of(this.take(name), this.pathOf(name), this.faults);
  }

  /** Absent reads as an empty list. */
  objects(name: string): FieldReader[] {
    const value = this.take(name) ?? [];
    if (!Array.isArray(value)) return this.wrong(name, value, 'a list of objects', []);
    return value.map((one, index) => FieldReader.of(one, `${this.pathOf(name)}[${index}]`, this.faults));
  }

  /** Every field as a text by its own name: for an object that is a map. */
  textEntries(): [string, string][] {
    return [...this.unread].map((name) => [name, this.text(name)]);
  }

  fault(name: string, message: string): void {
    if (this.fields) this.faults.push(`${this.pathOf(name)}: ${message}`);
  }

  /** Call last: a field that nobody read is a misspelt one, and a misspelt price would bill wrongly in silence. */
  refuseUnread(): void {
    for (const name of this.unread) this.fault(name, 'is no field of the schema');
  }

  private take(name: string): unknown {
    this.unread.delete(name);
    return this.fields?.[name];
  }

  private missing<T>(name: string, takes: string, instead: T): T {
    // A wrong value was noted when it was read.
    if (this.fields?.[name] === undefined) this.fault(name, `is missing, takes ${takes}`);
    return instead;
  }

  private wrong<T>(name: string, value: unknown, takes: string, instead: T): T {
    this.fault(
      name,
      value === undefined ? `is missing, takes ${takes}` : `is ${describe(value)}, takes ${takes}`,
    );
    return instead;
  }

  private pathOf(name: string): string {
    return this.path ? `${this.path}.${name}` : name;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
