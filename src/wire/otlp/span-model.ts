/** A value of an attribute as JSON holds it. Integers beyond 2^53 and the non-finite numbers are text. */
export type PlainValue = string | number | boolean | null | PlainValue[] | { [key: string]: PlainValue };
export type Attributes = Record<string, PlainValue>;

/** OTLP's status codes. */
export type SpanStatusCode = 0 | 1 | 2;
export const STATUS_UNSET = 0;
export const STATUS_OK = 1;
export const STATUS_ERROR = 2;

export interface SpanEvent {
  /** Nanoseconds since 1970, decimal. */
  readonly timeNano: string;
  readonly name: string;
  readonly attributes: Attributes;
}

export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Attributes;
}

/** One span, whichever encoding it came in. Ids are lower-case hex; times are nanoseconds since 1970, decimal. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Absent: a root. */
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  /** OTLP's number: 0 unspecified, 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly startNano: string;
  /** Never before the start. */
  readonly endNano: string;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
  readonly statusCode: SpanStatusCode;
  readonly statusMessage?: string;
}

/** What spans of one library in one process share. */
export interface SpanOrigin {
  readonly resource: Attributes;
  readonly scopeName: string;
  readonly scopeVersion: string;
}

/** Takes what a reader finds, in the order of the document. */
export interface SpanSink {
  accept(span: Span, origin: SpanOrigin): void;
  /** @param name how the sender would find the span: by its ids, or by its place when they cannot be read */
  reject(name: string, reason: string): void;
  /** Something that cost no span, and that the sender should know. */
  warn(message: string): void;
}

/** Which starts of spans are taken, in milliseconds since 1970. */
export interface TimeWindow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** The document as a whole cannot be read: nothing of it was taken. */
export class OtlpBodyError extends Error {
  constructor(
    readonly problem: 'syntax' | 'shape' | 'too-many-spans',
    message: string,
  ) {
    super(message);
    this.name = 'OtlpBodyError';
  }
}

/** One span cannot be taken; the message continues `span …: `. */
export class SpanFault extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SpanFault';
  }
}
