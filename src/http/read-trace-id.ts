const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;
const SAMPLED_FLAG = 1;

/** A span of the caller's, and whether the caller records its trace at all (W3C Trace Context, `sampled`). */
export interface ParentSpan {
  readonly spanId: string;
  readonly sampled: boolean;
}

/** The trace that a call belongs to, from a W3C `traceparent` header; `undefined` when there is none or it is malformed. */
export function readTraceId(traceparent: string | undefined): string | undefined {
  const traceId =
    traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent.trim().toLowerCase())?.[1];
  return traceId === undefined || /^0+$/.test(traceId) ? undefined : traceId;
}

/** The span that a call was made in, from the same header. */
export function readParentSpan(traceparent: string | undefined): ParentSpan | undefined {
  if (traceparent === undefined || readTraceId(traceparent) === undefined) return undefined;
  const [, , spanId = '', flags = ''] = TRACEPARENT.exec(traceparent.trim().toLowerCase()) ?? [];
  return /^0*$/.test(spanId) ? undefined : { spanId, sampled: (parseInt(flags, 16) & SAMPLED_FLAG) !== 0 };
}
