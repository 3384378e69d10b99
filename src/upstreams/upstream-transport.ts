/** Slices go out one after the other, so that a spliced body is never copied. */
export type UpstreamBody = Buffer | readonly Buffer[];

/** One HTTP request to a provider. The body is sent as it is; no redirect is followed; nothing is decompressed. */
export interface UpstreamRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: UpstreamBody;
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Receives an upstream's answer as it comes. Exactly one of `onEnd` and `onError` is called, last, once. */
export interface UpstreamListener {
  onHead(status: number, headers: UpstreamHeaders): void;
  /** Answers false to stop the flow until `resume` is called. */
  onData(chunk: Buffer): boolean;
  onEnd(): void;
  /** The connection failed, or broke in the middle of the answer, or `abort` was called. */
  onError(error: Error): void;
}

/** A request under way. */
export interface UpstreamExchange {
  resume(): void;
  /** Closes the connection at once, also while waiting for the first byte. */
  abort(reason: Error): void;
}

/** How requests reach providers. Two real ones exist: our own accounts, and registered endpoints with a checked address. */
export abstract class UpstreamTransport {
  abstract send(request: UpstreamRequest, listener: UpstreamListener): UpstreamExchange;
}
