import { Readable } from 'node:stream';

/** What goes up: bytes, or a source of pieces that is opened anew for every sending. */
export type RequestBody = Buffer | (() => AsyncIterable<Buffer>);

/** A body on its way, and how far it came: what did not go out whole cannot have been carried out. */
export class Sending {
  readonly body: Readable | null;
  readonly headers: Readonly<Record<string, string>>;
  /** What broke the source of the body: the sender's own trouble, not the provider's. */
  sourceError: Error | undefined;
  private isHandedOver = false;

  constructor(body: RequestBody | undefined) {
    this.headers = Buffer.isBuffer(body) ? { 'content-length': String(body.length) } : {};
    this.body =
      body === undefined
        ? null
        : Readable.from(this.watch(body), { objectMode: false, highWaterMark: 131_072 });
  }

  /** A request without a body is out as soon as it is tried; asking twice does no harm. */
  get wentOut(): boolean {
    return this.body === null || this.isHandedOver;
  }

  private async *watch(body: RequestBody): AsyncGenerator<Buffer> {
    if (Buffer.isBuffer(body)) {
      this.isHandedOver = true;
      yield body;
      return;
    }
    try {
      yield* body();
    } catch (error) {
      this.sourceError = error instanceof Error ? error : new Error(String(error));
      throw this.sourceError;
    }
    this.isHandedOver = true;
  }
}
