const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace that a call belongs to, from a W3C `traceparent` header; `undefined` when there is none or it is malformed. */
export function readTraceId(traceparent: string | undefined): string | undefined {
  const traceId =
    traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent.trim().toLowerCase())?.[1];
  return traceId === undefined || /^0+$/.test(traceId) ? undefined : traceId;
}
