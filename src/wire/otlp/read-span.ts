import type { FieldReaders } from './field-readers.js';
import { isGiven, isRecord, readAttributes, readList } from './read-value.js';
import {
  SpanFault,
  type Span,
  type SpanEvent,
  type SpanLink,
  type SpanStatusCode,
  type TimeWindow,
} from './span-model.js';

type RawSpan = Readonly<Record<string, unknown>>;

const MAX_EVENTS = 1_000;
const MAX_LINKS = 1_000;
const NO_ID = { 8: '0'.repeat(16), 16: '0'.repeat(32) } as const;
const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'] as const;
const STATUS_CODES = ['UNSET', 'OK', 'ERROR'] as const;
const NANO_PER_MS = 1e6;
/** The largest time that a signed 64-bit integer holds, in the year 2262. */
const MAX_NANO = 2n ** 63n - 1n;

/**
 * Checks one span and brings it into our form. What it does not know it ignores.
 * @throws SpanFault saying what is wrong with it
 */
export function readSpan(raw: RawSpan, readers: FieldReaders, window: TimeWindow): Span {
  const startNano = readTime(raw['startTimeUnixNano'], 'startTimeUnixNano', readers);
  checkStart(startNano, window);
  const status = isRecord(raw['status']) ? raw['status'] : {};
  return {
    traceId: readId(raw['traceId'], 16, 'traceId', readers),
    spanId: readId(raw['spanId'], 8, 'spanId', readers),
    parentSpanId: readParent(raw['parentSpanId'], readers),
    traceState: readOptionalText(raw['traceState'], 'traceState', readers),
    name: readOptionalText(raw['name'], 'name', readers) ?? '',
    kind: readEnum(raw['kind'], KINDS, 'SPAN_KIND_'),
    startNano,
    endNano: readEnd(raw['endTimeUnixNano'], startNano, readers, window),
    attributes: readAttributes(raw['attributes'], 'attributes', readers),
    events: readList(raw['events'], 'events', MAX_EVENTS).map((event) =>
      readEvent(event, startNano, readers),
    ),
    links: readList(raw['links'], 'links', MAX_LINKS).map((link) => readLink(link, readers)),
    statusCode: readEnum(status['code'], STATUS_CODES, 'STATUS_CODE_') as SpanStatusCode,
    statusMessage: readOptionalText(status['message'], 'status.message', readers),
  };
}

/** How to name a span that cannot be read: by its ids where they can, else by its place. */
export function nameSpan(raw: unknown, readers: FieldReaders, place: string): string {
  if (!isRecord(raw)) return place;
  try {
    const spanId = readId(raw['spanId'], 8, 'spanId', readers);
    const traceId = readId(raw['traceId'], 16, 'traceId', readers);
    return `${spanId} of trace ${traceId}`;
  } catch {
    return place;
  }
}

function readId(value: unknown, bytes: 8 | 16, field: string, readers: FieldReaders): string {
  if (!isGiven(value)) throw new SpanFault(`${field} is missing`);
  const id = readers.id(value, bytes, field);
  if (id === '') throw new SpanFault(`${field} is missing`);
  if (id === NO_ID[bytes]) throw new SpanFault(`${field} must not be all zeros`);
  return id;
}

function readParent(value: unknown, readers: FieldReaders): string | undefined {
  const id = isGiven(value) ? readers.id(value, 8, 'parentSpanId') : '';
  return id === '' || id === NO_ID[8] ? undefined : id;
}

function readOptionalText(value: unknown, field: string, readers: FieldReaders): string | undefined {
  const text = isGiven(value) ? readers.text(value, field) : '';
  return text === '' ? undefined : text;
}

/** A name of the enum or its number; what is neither is the first: senders may be newer than we are. */
function readEnum(value: unknown, names: readonly string[], prefix: string): number {
  if (typeof value === 'number')
    return Number.isInteger(value) && value > 0 && value < names.length ? value : 0;
  return typeof value === 'string' ? Math.max(0, names.indexOf(value.replace(prefix, ''))) : 0;
}

function readTime(value: unknown, field: string, readers: FieldReaders): string {
  const time = isGiven(value) ? readers.integer(value, field) : '0';
  if (time.startsWith('-')) throw new SpanFault(`${field} must not be negative`);
  return time;
}

function checkStart(startNano: string, { earliestMs, latestMs }: TimeWindow): void {
  const startMs = Number(startNano) / NANO_PER_MS;
  if (startMs === 0) throw new SpanFault('startTimeUnixNano is missing');
  if (startMs >= earliestMs && startMs <= latestMs) return;
  const side = startMs < earliestMs ? 'before' : 'after';
  const limit = new Date(startMs < earliestMs ? earliestMs : latestMs).toISOString();
  throw new SpanFault(`startTimeUnixNano ${startNano} is ${side} ${limit}, the limit of what is kept`);
}

/** Clocks drift by microseconds within a span, and an end may be missing: neither is worth the span. */
function readEnd(value: unknown, startNano: string, readers: FieldReaders, { latestMs }: TimeWindow): string {
  const endNano = readTime(value, 'endTimeUnixNano', readers);
  if (Number(endNano) / NANO_PER_MS > latestMs)
    throw new SpanFault(`endTimeUnixNano ${endNano} is after ${new Date(latestMs).toISOString()}`);
  return isBefore(endNano, startNano) ? startNano : endNano;
}

function isBefore(one: string, other: string): boolean {
  if (one.length === other.length && one.charCodeAt(0) !== 48) return one < other;
  return BigInt(one) < BigInt(other);
}

function readEvent(raw: unknown, startNano: string, readers: FieldReaders): SpanEvent {
  if (!isRecord(raw)) throw new SpanFault('events must be objects');
  const timeNano = readTime(raw['timeUnixNano'], 'events.timeUnixNano', readers);
  if (timeNano.length > 18 && BigInt(timeNano) > MAX_NANO)
    throw new SpanFault('events.timeUnixNano is more than 64 bits hold');
  return {
    timeNano: timeNano === '0' ? startNano : timeNano,
    name: readOptionalText(raw['name'], 'events.name', readers) ?? '',
    attributes: readAttributes(raw['attributes'], 'events.attributes', readers),
  };
}

function readLink(raw: unknown, readers: FieldReaders): SpanLink {
  if (!isRecord(raw)) throw new SpanFault('links must be objects');
  return {
    traceId: readId(raw['traceId'], 16, 'links.traceId', readers),
    spanId: readId(raw['spanId'], 8, 'links.spanId', readers),
    attributes: readAttributes(raw['attributes'], 'links.attributes', readers),
  };
}
