import { createRequire } from 'node:module';
import type protobuf from 'protobufjs';

const list = (type: string, id: number) => ({ rule: 'repeated', type, id });
const one = (type: string, id: number) => ({ type, id });

/**
 * What is read of OTLP's trace messages. Texts are declared as bytes, which look the same on the wire, so that a text that is not
 * UTF-8 is found and named. What holds spans holds them as bytes too, so that each is decoded by itself.
 */
const SCHEMA: protobuf.INamespace = {
  nested: {
    TraceRequest: { fields: { resourceSpans: list('bytes', 1) } },
    ResourceSpans: { fields: { resource: one('bytes', 1), scopeSpans: list('bytes', 2) } },
    Resource: { fields: { attributes: list('KeyValue', 1) } },
    ScopeSpans: { fields: { scope: one('bytes', 1), spans: list('bytes', 2) } },
    Scope: { fields: { name: one('bytes', 1), version: one('bytes', 2) } },
    Ids: { fields: { traceId: one('bytes', 1), spanId: one('bytes', 2) } },
    Span: {
      fields: {
        traceId: one('bytes', 1),
        spanId: one('bytes', 2),
        traceState: one('bytes', 3),
        parentSpanId: one('bytes', 4),
        name: one('bytes', 5),
        kind: one('int32', 6),
        startTimeUnixNano: one('fixed64', 7),
        endTimeUnixNano: one('fixed64', 8),
        attributes: list('KeyValue', 9),
        events: list('Event', 11),
        links: list('Link', 13),
        status: one('Status', 15),
      },
    },
    Event: {
      fields: { timeUnixNano: one('fixed64', 1), name: one('bytes', 2), attributes: list('KeyValue', 3) },
    },
    Link: { fields: { traceId: one('bytes', 1), spanId: one('bytes', 2), attributes: list('KeyValue', 4) } },
    Status: { fields: { message: one('bytes', 2), code: one('int32', 3) } },
    KeyValue: { fields: { key: one('bytes', 1), value: one('AnyValue', 2) } },
    AnyValue: {
      oneofs: {
        value: {
          oneof: [
            'stringValue',
            'boolValue',
            'intValue',
            'doubleValue',
            'arrayValue',
            'kvlistValue',
            'bytesValue',
          ],
        },
      },
      fields: {
        stringValue: one('bytes', 1),
        boolValue: one('bool', 2),
        intValue: one('int64', 3),
        doubleValue: one('double', 4),
        arrayValue: one('ArrayValue', 5),
        kvlistValue: one('KeyValueList', 6),
        bytesValue: one('bytes', 7),
      },
    },
    ArrayValue: { fields: { values: list('AnyValue', 1) } },
    KeyValueList: { fields: { values: list('KeyValue', 1) } },
    TraceResponse: { fields: { partialSuccess: one('PartialSuccess', 1) } },
    PartialSuccess: { fields: { rejectedSpans: one('int64', 1), errorMessage: one('string', 2) } },
    RpcStatus: { fields: { code: one('int32', 1), message: one('string', 2) } },
  },
};

export type OtlpMessage =
  | 'TraceRequest'
  | 'ResourceSpans'
  | 'Resource'
  | 'ScopeSpans'
  | 'Scope'
  | 'Ids'
  | 'Span'
  | 'TraceResponse'
  | 'RpcStatus';

const types = new Map<OtlpMessage, protobuf.Type>();
let root: protobuf.Root | undefined;

/** Most services never see protobuf in their main thread, so its library is loaded with the first message. */
function loadSchema(): protobuf.Root {
  const { Root } = createRequire(import.meta.url)('protobufjs') as typeof protobuf;
  return Root.fromJSON(SCHEMA);
}

function typeOf(name: OtlpMessage): protobuf.Type {
  const known = types.get(name);
  if (known !== undefined) return known;
  root ??= loadSchema();
  const type = root.lookupType(name);
  types.set(name, type);
  return type;
}

/** The message's fields that are there as own properties. @throws Error for bytes that are no such message */
export function decodeMessage(name: OtlpMessage, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  return typeOf(name).decode(bytes);
}

export function encodeMessage(name: OtlpMessage, fields: Record<string, unknown>): Buffer {
  const type = typeOf(name);
  return Buffer.from(type.encode(type.create(fields)).finish());
}
