/** An upstream's own error, kept as evidence: status, content type and bytes are replayed as they came. */
export class UpstreamError extends Error {
  readonly status: number;
  /** Ready to send: content type, `retry-after` and the like, `x-upstream-request-id`. */
  readonly headers: Record<string, string>;
  readonly body: Buffer;

  constructor({ status, headers, body }: { status: number; headers: Record<string, string>; body: Buffer }) {
    super(`upstream answered ${status}`);
    this.name = 'UpstreamError';
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}
