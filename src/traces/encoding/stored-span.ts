import type { Attributes, Span, SpanOrigin, SpanStatusCode } from '../../wire/otlp/span-model.js';

/**
 * The part of a span that is read whole and never searched, as JSON text. Text and not `jsonb`: it keeps NUL and half characters
 * as the escapes they came as, and is not taken apart on every insert. Short names, because there is one for every span.
 */
export interface StoredSpanBody {
  /** Parent. */
  readonly p?: string;
  readonly n: string;
  readonly k: number;
  /** Status code and message. */
  readonly s?: readonly [SpanStatusCode, string?];
  readonly a: Attributes;
  /** Events: time in nanoseconds, name, attributes. */
  readonly e?: readonly (readonly [string, string, Attributes])[];
  /** Links: trace, span, attributes. */
  readonly l?: readonly (readonly [string, string, Attributes])[];
  /** Scope: name and version. */
  readonly c?: readonly [string, string];
  readonly t?: string;
  /** Service. */
  readonly v?: string;
  /** Which resource it is of. */
  readonly i: string;
  /** The resource itself: only with the first of its spans in a trace and request. */
  readonly r?: Attributes;
  /** Model. */
  readonly m?: string;
}

export interface BodyExtras {
  readonly service: string | undefined;
  readonly model: string | undefined;
  readonly resourceId: string;
  readonly withResource: boolean;
}

export function toStoredBody(span: Span, origin: SpanOrigin, extras: BodyExtras): StoredSpanBody {
  const { events, links, statusCode, statusMessage } = span;
  return {
    p: span.parentSpanId,
    n: span.name,
    k: span.kind,
    s: statusCode === 0 && statusMessage === undefined ? undefined : [statusCode, statusMessage],
    a: span.attributes,
    e:
      events.length === 0 ? undefined : events.map((event) => [event.timeNano, event.name, event.attributes]),
    l: links.length === 0 ? undefined : links.map((link) => [link.traceId, link.spanId, link.attributes]),
    c: origin.scopeName === '' ? undefined : [origin.scopeName, origin.scopeVersion],
    t: span.traceState,
    v: extras.service,
    i: extras.resourceId,
    r: extras.withResource ? origin.resource : undefined,
    m: extras.model,
  };
}
