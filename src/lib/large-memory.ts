/**
 * Memory for large bodies, used again from call to call. A fresh buffer of 4 MB costs more than all the work on it: the system
 * gives its pages one by one as they are first written, and it brings the next full garbage collection nearer.
 *
 * Whoever keeps bytes of such a buffer beyond its own call says so with `retain`. Nobody has to give anything back: memory
 * that is never released is garbage like any other, so every doubt is decided against `release`.
 */

/** Sizes that are kept: of a chat body, and of an embeddings body. */
const ROOM_SIZES = [1_048_576, 4_194_304] as const;
/** Smaller ones are cheap. */
export const LARGE_FROM_BYTES = 262_144;
/** What is kept for later, all sizes together. */
const MAX_IDLE_BYTES = 16_777_216;

interface Room {
  readonly buffer: Buffer;
  users: number;
}

/** Rooms in use, by their memory: every slice of a room finds it. */
const inUse = new WeakMap<ArrayBufferLike, Room>();
const idle = new Map<number, Buffer[]>(ROOM_SIZES.map((size) => [size, []]));
let idleBytes = 0;

/** A buffer of exactly `bytes` bytes with anything in it, for a body of that length; its taker is its first user. */
export function takeLargeBuffer(bytes: number): Buffer {
  const size = ROOM_SIZES.find((room) => bytes <= room);
  if (size === undefined || bytes < LARGE_FROM_BYTES) return Buffer.allocUnsafeSlow(bytes);
  const kept = idle.get(size)?.pop();
  if (kept !== undefined) idleBytes -= size;
  const buffer = kept ?? Buffer.allocUnsafeSlow(size);
  inUse.set(buffer.buffer, { buffer, users: 1 });
  return buffer.subarray(0, bytes);
}

/** One more user of these bytes. */
export function retain(bytes: Buffer): void {
  const room = inUse.get(bytes.buffer);
  if (room !== undefined) room.users += 1;
}

/** One user less: after the last one the memory is written over. Bytes that are no part of a large buffer are left alone. */
export function release(bytes: Buffer): void {
  const room = inUse.get(bytes.buffer);
  if (room === undefined) return;
  room.users -= 1;
  if (room.users > 0) return;
  const { buffer } = room;
  inUse.delete(buffer.buffer);
  if (idleBytes + buffer.length > MAX_IDLE_BYTES) return;
  idleBytes += buffer.length;
  idle.get(buffer.length)?.push(buffer);
}
