import type { IncomingHttpHeaders } from 'node:http';

/** A request that arrived, and what became of its connection. */
export interface RecordedRequest {
  readonly method: string;
  /** As sent, query included. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, in the order and spelling they came. */
  readonly rawHeaders: readonly string[];
  /** What was read: everything, unless the script answers before the body. */
  readonly body: Buffer;
  /** The body as JSON. @throws SyntaxError */
  json(): ReturnType<typeof JSON.parse>;
  /** Monotonic milliseconds (`performance.now`) at which the head came. */
  readonly receivedAtMs: number;
  /** Settles when the answer is complete or the connection is gone, whichever is first. */
  readonly closed: Promise<RequestEnd>;
  /** Settles only when the client went before the answer was complete; then `end.aborted` is true too. */
  readonly aborted: Promise<RequestEnd>;
  /** How it ended; undefined while it runs. */
  readonly end: RequestEnd | undefined;
}

export interface RequestEnd {
  readonly aborted: boolean;
  readonly atMs: number;
}
