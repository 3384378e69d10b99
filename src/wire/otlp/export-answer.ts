import { encodeMessage } from './otlp-schema.js';

/** What became of an export, for the sender. */
export interface ExportOutcome {
  readonly rejectedSpans: number;
  /** Absent: everything was taken. With no span rejected it is a warning. */
  readonly errorMessage?: string;
}

export type OtlpFormat = 'json' | 'protobuf';

export const PROTOBUF_TYPE = 'application/x-protobuf';

/** The `ExportTraceServiceResponse` in the encoding of its request (OTLP/HTTP, "Response"). */
export function encodeExportAnswer(format: OtlpFormat, outcome: ExportOutcome): Buffer {
  const { rejectedSpans, errorMessage } = outcome;
  if (format === 'json') {
    // Protobuf's JSON mapping writes a 64-bit number as text.
    const partialSuccess =
      errorMessage === undefined ? {} : { rejectedSpans: String(rejectedSpans), errorMessage };
    return Buffer.from(JSON.stringify({ partialSuccess }));
  }
  return encodeMessage('TraceResponse', errorMessage === undefined ? {} : { partialSuccess: outcome });
}

/** `google.rpc.Status`, as OTLP/HTTP asks for an error that answers protobuf. */
export function encodeErrorStatus(error: { code: number; message: string }): Buffer {
  return encodeMessage('RpcStatus', error);
}
