import { LARGE_FROM_BYTES } from './large-memory.js';

/**
 * Gathers a body from its chunks. A large body of a known length is never held twice: its chunks are copied into one buffer as
 * they come (memory that is not written yet costs nothing). Others are joined at the end.
 */
export class ByteCollector {
  length = 0;
  private readonly room: Buffer | undefined;
  private readonly chunks: Buffer[] = [];

  /**
   * @param expectedBytes as a checked `content-length` says; anything that is no such number counts as unknown.
   * @param allocate gives the buffer for a large body
   */
  constructor(
    expectedBytes: number | undefined,
    allocate: (bytes: number) => Buffer = (bytes) => Buffer.allocUnsafeSlow(bytes),
  ) {
    const isDirect = expectedBytes !== undefined && expectedBytes >= LARGE_FROM_BYTES;
    this.room = isDirect ? allocate(expectedBytes) : undefined;
  }

  add(chunk: Buffer): void {
    const { room, length } = this;
    this.length += chunk.length;
    if (room === undefined || this.chunks.length > 0 || this.length > room.length) this.chunks.push(chunk);
    else chunk.copy(room, length);
  }

  /** The whole body; without a copy when it is one chunk, or stands in its place already. */
  take(): Buffer {
    const { room, chunks, length } = this;
    const [first] = chunks;
    if (room === undefined) return chunks.length === 1 && first ? first : Buffer.concat(chunks, length);
    if (first === undefined) return room.subarray(0, length);
    const late = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    return Buffer.concat([room.subarray(0, length - late), ...chunks], length);
  }
}
