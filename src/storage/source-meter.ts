import { createHash } from 'node:crypto';
import type { WrittenObject } from './object-store.js';
import { ObjectTooLargeError } from './storage-errors.js';

/** Counts and digests a source while a store takes it, and ends it at the cap. For one write. */
export class SourceMeter {
  /** What the source threw: not the store's fault, whatever became of it on the way. */
  failure: unknown;
  private bytes = 0;
  private readonly hash = createHash('sha256');

  constructor(private readonly maxBytes = Number.POSITIVE_INFINITY) {}

  /** The source's chunks. @throws ObjectTooLargeError (413) at the chunk that passes the cap; what the source throws */
  async *read(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    // A store that fails ends the stream between two chunks, and what it throws in there is no word of the source.
    let isWithStore = false;
    try {
      for await (const chunk of source) {
        this.bytes += chunk.length;
        if (this.bytes > this.maxBytes) throw new ObjectTooLargeError(this.maxBytes);
        if (chunk.length === 0) continue;
        this.hash.update(chunk);
        isWithStore = true;
        yield chunk;
        isWithStore = false;
      }
    } catch (error) {
      if (!isWithStore) this.failure = error;
      throw error;
    }
  }

  /** Once, after the last chunk. */
  total(): WrittenObject {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}
