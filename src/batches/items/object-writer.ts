import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ObjectStore, WrittenObject } from '../../storage/object-store.js';

const BUFFERED_BYTES = 262_144;

/** Writes an object piece by piece, as fast as the store takes it. */
export class ObjectWriter {
  private readonly stream = new PassThrough({ highWaterMark: BUFFERED_BYTES });
  private readonly written: Promise<WrittenObject>;

  constructor(
    store: ObjectStore,
    readonly name: string,
  ) {
    this.written = store.write(name, this.stream);
    // A failure is told by the next `add`, or by `close`.
    this.written.catch(() => undefined);
    this.stream.on('error', () => undefined);
  }

  /** @throws what the store threw. */
  async add(...pieces: readonly Buffer[]): Promise<void> {
    let hasRoom = true;
    for (const piece of pieces) hasRoom = this.stream.write(piece);
    if (!hasRoom) await Promise.race([once(this.stream, 'drain'), this.written]);
  }

  /** Resolves when the object is there. */
  close(): Promise<WrittenObject> {
    this.stream.end();
    return this.written;
  }

  /** Nothing of the object stays. */
  async abandon(): Promise<void> {
    this.stream.destroy(new Error('the object was given up'));
    await this.written.catch(() => undefined);
  }
}
