import { LARGE_FROM_BYTES } from './large-memory.js';

/** A buffer of its own for each smaller chunk would take more than the chunk: whoever sends one byte at a time would fill memory. */
const SMALL_BYTES = 1_024;
const BLOCK_BYTES = 16_384;

/**
 * Gathers a body from its chunks. A large body of a known length is never held twice: its chunks are copied into one buffer as
 * they come (memory that is not written yet costs nothing). Others are joined at the end. What it holds is at most about twice the
 * bytes, however small the chunks are.
 */
export class ByteCollector {
  length = 0;
  private readonly room: Buffer | undefined;
  private chunks: Buffer[] = [];
  /** Where small chunks are copied one behind the other; those since the last one that was not small are not in `chunks` yet. */
  private block: Buffer | undefined;
  private blockBytes = 0;

  /**
   * @param expectedBytes as a checked `content-length` says; anything that is no such number counts as unknown.
   * @param allocate gives the buffer for a large body
   */
  constructor(
    expectedBytes?: number,
    allocate: (bytes: number) => Buffer = (bytes) => Buffer.allocUnsafeSlow(bytes),
  ) {
    const isDirect = expectedBytes !== undefined && expectedBytes >= LARGE_FROM_BYTES;
    this.room = isDirect ? allocate(expectedBytes) : undefined;
  }

  /** The bytes may be kept as they are. */
  add(chunk: Buffer): void {
    const { room, length } = this;
    this.length += chunk.length;
    if (room === undefined || this.hasMoreThanRoom || this.length > room.length) this.keep(chunk);
    else chunk.copy(room, length);
  }

  /** The whole body; without a copy when it is one chunk, or stands in its place already. */
  take(): Buffer {
    const { room, length } = this;
    const chunks = this.pieces();
    const [first] = chunks;
    if (room === undefined) return chunks.length === 1 && first ? first : Buffer.concat(chunks, length);
    if (first === undefined) return room.subarray(0, length);
    const late = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    return Buffer.concat([room.subarray(0, length - late), ...chunks], length);
  }

  /** What was added to one of unknown length, in its order. */
  pieces(): readonly Buffer[] {
    this.endBlock();
    return this.chunks;
  }

  /** The same, and nothing of it is held any more. */
  drain(): readonly Buffer[] {
    const pieces = this.pieces();
    this.chunks = [];
    this.length = 0;
    return pieces;
  }

  private get hasMoreThanRoom(): boolean {
    return this.chunks.length > 0 || this.blockBytes > 0;
  }

  private keep(chunk: Buffer): void {
    if (chunk.length < SMALL_BYTES && this.hasMoreThanRoom) this.copyToBlock(chunk);
    else {
      this.endBlock();
      this.chunks.push(chunk);
    }
  }

  private copyToBlock(chunk: Buffer): void {
    if (this.blockBytes + chunk.length > BLOCK_BYTES) this.endBlock();
    this.block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.blockBytes += chunk.copy(this.block, this.blockBytes);
  }

  /** A block with much room left is used again, behind a copy of what is in it. */
  private endBlock(): void {
    const { block, blockBytes } = this;
    if (block === undefined || blockBytes === 0) return;
    const filled = block.subarray(0, blockBytes);
    const isFull = blockBytes > BLOCK_BYTES / 2;
    this.chunks.push(isFull ? filled : Buffer.from(filled));
    if (isFull) this.block = undefined;
    this.blockBytes = 0;
  }
}
