import { isUtf8 } from 'node:buffer';
import { cutDeepJson } from './cut-deep-json.js';
import { jsonFieldReaders, type FieldReaders } from './field-readers.js';
import { nameSpan, readSpan } from './read-span.js';
import { isGiven, isRecord, readAttributes } from './read-value.js';
import { OtlpBodyError, SpanFault, type SpanOrigin, type SpanSink, type TimeWindow } from './span-model.js';

/** More than 4 MB of valid spans can be. Without it, a body of empty ones costs more than its parse. */
export const MAX_SPANS = 100_000;

/**
 * Reads an OTLP/JSON `ExportTraceServiceRequest`. Every span goes to the sink by itself: a bad one costs no other.
 * @throws OtlpBodyError when the document is no JSON, or not of that shape at all
 */
export function readJsonSpans(body: Buffer, sink: SpanSink, window: TimeWindow): void {
  const document = parse(body);
  if (!isRecord(document)) throw new OtlpBodyError('shape', 'The body must be a JSON object.');
  const readers = jsonFieldReaders(isUtf8(body));
  const context = { readers, sink, window, left: MAX_SPANS };
  const resources = listOf(document['resourceSpans']);
  if (resources === undefined) throw new OtlpBodyError('shape', '`resourceSpans` must be a list.');
  resources.forEach((entry, index) => readResourceSpans(entry, `resourceSpans[${index}]`, context));
}

interface Context {
  readonly readers: FieldReaders;
  readonly sink: SpanSink;
  readonly window: TimeWindow;
  left: number;
}

function parse(body: Buffer): unknown {
  // Some senders send nothing at all when they have nothing to say.
  if (body.length === 0) return {};
  try {
    return JSON.parse(cutDeepJson(body).toString('utf8'));
  } catch (error) {
    const where = error instanceof Error ? ` (${error.message.slice(0, 120)})` : '';
    throw new OtlpBodyError('syntax', `The body is not valid JSON${where}. It may have been cut short.`);
  }
}

function readResourceSpans(entry: unknown, place: string, context: Context): void {
  const scopes = isRecord(entry) ? listOf(entry['scopeSpans']) : undefined;
  if (!isRecord(entry) || scopes === undefined) {
    context.sink.warn(`${place} was left out: it must be an object whose \`scopeSpans\` is a list.`);
    return;
  }
  const resource = readResource(entry['resource'], `${place}.resource`, context);
  scopes.forEach((scope, index) => readScopeSpans(scope, `${place}.scopeSpans[${index}]`, resource, context));
}

function readScopeSpans(
  entry: unknown,
  place: string,
  resource: SpanOrigin['resource'],
  context: Context,
): void {
  const spans = isRecord(entry) ? listOf(entry['spans']) : undefined;
  if (!isRecord(entry) || spans === undefined) {
    context.sink.warn(`${place} was left out: it must be an object whose \`spans\` is a list.`);
    return;
  }
  takeSpans(spans.length, context);
  const scope = isRecord(entry['scope']) ? entry['scope'] : {};
  const origin: SpanOrigin = {
    resource,
    scopeName: typeof scope['name'] === 'string' ? scope['name'] : '',
    scopeVersion: typeof scope['version'] === 'string' ? scope['version'] : '',
  };
  spans.forEach((raw, index) => readOne(raw, `${place}.spans[${index}]`, origin, context));
}

function readOne(raw: unknown, place: string, origin: SpanOrigin, { readers, sink, window }: Context): void {
  try {
    if (!isRecord(raw)) throw new SpanFault('it must be an object');
    sink.accept(readSpan(raw, readers, window), origin);
  } catch (error) {
    if (!(error instanceof SpanFault)) throw error;
    sink.reject(nameSpan(raw, readers, place), error.message);
  }
}

/** A resource that cannot be read costs its attributes, never the spans. */
function readResource(value: unknown, place: string, { readers, sink }: Context): SpanOrigin['resource'] {
  try {
    return isRecord(value) ? readAttributes(value['attributes'], 'attributes', readers) : {};
  } catch (error) {
    if (!(error instanceof SpanFault)) throw error;
    sink.warn(`The attributes of ${place} were left out: ${error.message}.`);
    return {};
  }
}

function takeSpans(count: number, context: Context): void {
  context.left -= count;
  if (context.left < 0)
    throw new OtlpBodyError(
      'too-many-spans',
      `The body holds more than ${MAX_SPANS} spans. Send them in parts.`,
    );
}

/** Absent is empty; `undefined`: it is something else than a list. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (!isGiven(value)) return [];
  return Array.isArray(value) ? value : undefined;
}
