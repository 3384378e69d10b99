import type { Attributes, PlainValue, Span, SpanOrigin } from './span-model.js';

/** An `ExportTraceServiceRequest` in JSON of spans that share one origin. */
export function encodeJsonSpans(spans: readonly Span[], origin: SpanOrigin): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(origin.resource) },
        scopeSpans: [
          {
            scope: { name: origin.scopeName, version: origin.scopeVersion },
            spans: spans.map(encodeSpan),
          },
        ],
      },
    ],
  });
}

function encodeSpan(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    traceState: span.traceState,
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: span.startNano,
    endTimeUnixNano: span.endNano,
    attributes: encodeAttributes(span.attributes),
    events: span.events.map(({ timeNano, name, attributes }) => ({
      timeUnixNano: timeNano,
      name,
      attributes: encodeAttributes(attributes),
    })),
    links: span.links.map((link) => ({ ...link, attributes: encodeAttributes(link.attributes) })),
    status: { code: span.statusCode, message: span.statusMessage },
  };
}

function encodeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }));
}

function encodeValue(value: PlainValue): object {
  if (value === null) return {};
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } };
  return { kvlistValue: { values: encodeAttributes(value) } };
}
