import { isUtf8 } from 'node:buffer';
import { decodeMessage, type OtlpMessage } from './otlp-schema.js';
import type { FieldReaders } from './field-readers.js';
import { MAX_SPANS } from './read-json-spans.js';
import { nameSpan, readSpan } from './read-span.js';
import { readAttributes } from './read-value.js';
import { OtlpBodyError, SpanFault, type SpanOrigin, type SpanSink, type TimeWindow } from './span-model.js';

type Message = Readonly<Record<string, unknown>>;

interface Context {
  readonly sink: SpanSink;
  readonly window: TimeWindow;
  left: number;
}

/**
 * Reads an `ExportTraceServiceRequest` in protobuf. Every span is decoded by itself: a broken one costs no other.
 * @throws OtlpBodyError when the outer message cannot be decoded
 */
export function readProtobufSpans(body: Buffer, sink: SpanSink, window: TimeWindow): void {
  const context: Context = { sink, window, left: MAX_SPANS };
  const request = decodeOuter('TraceRequest', body);
  listOf(request['resourceSpans']).forEach((bytes, index) => {
    readResourceSpans(bytes, `resourceSpans[${index}]`, context);
  });
}

const NANO_HIGH = 2n ** 32n;

interface Long {
  readonly low: number;
  readonly high: number;
  readonly unsigned: boolean;
}

const PROTOBUF_READERS: FieldReaders = {
  text(value, field) {
    const bytes = bytesOf(value);
    if (!isUtf8(bytes)) throw new SpanFault(`${field} holds bytes that are not UTF-8`);
    return bytes.toString('utf8');
  },
  id(value, bytes, field) {
    const id = bytesOf(value);
    if (id.length !== 0 && id.length !== bytes)
      throw new SpanFault(`${field} must be ${bytes} bytes, and is ${id.length}`);
    return id.toString('hex');
  },
  integer(value) {
    if (typeof value === 'number') return String(value);
    const { low, high, unsigned } = value as Long;
    const upper = BigInt(unsigned ? high >>> 0 : high) * NANO_HIGH;
    return (upper + BigInt(low >>> 0)).toString();
  },
  base64: (value) => bytesOf(value).toString('base64'),
};

function readResourceSpans(bytes: Buffer, place: string, context: Context): void {
  const message = decodeOuter('ResourceSpans', bytes);
  const resource = readResource(message['resource'], `${place}.resource`, context);
  listOf(message['scopeSpans']).forEach((scope, index) => {
    readScopeSpans(scope, `${place}.scopeSpans[${index}]`, resource, context);
  });
}

function readScopeSpans(
  bytes: Buffer,
  place: string,
  resource: SpanOrigin['resource'],
  context: Context,
): void {
  const message = decodeOuter('ScopeSpans', bytes);
  const spans = listOf(message['spans']);
  context.left -= spans.length;
  if (context.left < 0)
    throw new OtlpBodyError(
      'too-many-spans',
      `The body holds more than ${MAX_SPANS} spans. Send them in parts.`,
    );
  const scope = tryDecode('Scope', message['scope']);
  const origin = {
    resource,
    scopeName: bytesOf(scope?.['name']).toString('utf8'),
    scopeVersion: bytesOf(scope?.['version']).toString('utf8'),
  };
  spans.forEach((span, index) => readOne(span, `${place}.spans[${index}]`, origin, context));
}

function readOne(bytes: Buffer, place: string, origin: SpanOrigin, { sink, window }: Context): void {
  const raw = tryDecode('Span', bytes);
  try {
    if (raw === undefined) throw new SpanFault('it cannot be decoded: it is cut short or nested too deeply');
    sink.accept(readSpan(raw, PROTOBUF_READERS, window), origin);
  } catch (error) {
    if (!(error instanceof SpanFault)) throw error;
    // The ids alone can often still be read.
    sink.reject(nameSpan(raw ?? tryDecode('Ids', bytes), PROTOBUF_READERS, place), error.message);
  }
}

function readResource(value: unknown, place: string, { sink }: Context): SpanOrigin['resource'] {
  if (value === undefined) return {};
  try {
    const resource = tryDecode('Resource', value);
    if (resource === undefined) throw new SpanFault('they cannot be decoded');
    return readAttributes(resource['attributes'], 'attributes', PROTOBUF_READERS);
  } catch (error) {
    if (!(error instanceof SpanFault)) throw error;
    sink.warn(`The attributes of ${place} were left out: ${error.message}.`);
    return {};
  }
}

function decodeOuter(name: OtlpMessage, bytes: Buffer): Message {
  const message = tryDecode(name, bytes);
  if (message === undefined)
    throw new OtlpBodyError(
      'syntax',
      'The body is not a valid protobuf trace request. It may have been cut short.',
    );
  return message;
}

function tryDecode(name: OtlpMessage, bytes: unknown): Message | undefined {
  try {
    return decodeMessage(name, bytesOf(bytes));
  } catch {
    return undefined;
  }
}

function bytesOf(value: unknown): Buffer {
  if (value instanceof Buffer) return value;
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.length)
    : Buffer.alloc(0);
}

function listOf(value: unknown): readonly Buffer[] {
  return Array.isArray(value) ? value.map(bytesOf) : [];
}
