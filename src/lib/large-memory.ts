/**
 * Memory for large bodies, used again from call to call. A fresh buffer of 4 MB costs more than all the work on it: the system
 * gives its pages one by one as they are first written, and it brings the next full garbage collection nearer.
 *
 * Whoever keeps bytes of such a buffer beyond its own call says so with `retain`. Nobody has to give anything back: memory
 * that is never released is garbage like any other, so every doubt is decided against `release`.
 */

/** Sizes that are kept: of a chat body, of an embeddings body, and of a Responses body. */
const ROOM_SIZES = [1_048_576, 4_194_304, 20_971_520] as const;
/** Smaller ones are cheap. */
export const LARGE_FROM_BYTES = 262_144;
/** A room that is mostly empty would only bring the next collection nearer. */
const MIN_PART_OF_ROOM = 0.25;
/** What is kept for later, all sizes but the largest together. */
const MAX_IDLE_BYTES = 16_777_216;
/** Of the largest, which come seldom; they are forgotten when none has been wanted for a while. */
const MAX_IDLE_LARGEST = 2;
const FORGET_LARGEST_AFTER_MS = 30_000;
const LARGEST = ROOM_SIZES[2];

interface Room {
  readonly buffer: Buffer;
  users: number;
}

/** Rooms in use, by their memory: every slice of a room finds it. */
const inUse = new WeakMap<ArrayBufferLike, Room>();
const idle = new Map<number, Buffer[]>(ROOM_SIZES.map((size) => [size, []]));
let idleBytes = 0;
let forgetting: NodeJS.Timeout | undefined;

/** A buffer of exactly `bytes` bytes with anything in it, for a body of that length; its taker is its first user. */
export function takeLargeBuffer(bytes: number): Buffer {
  const size = ROOM_SIZES.find((room) => bytes <= room);
  if (size === undefined || bytes < size * MIN_PART_OF_ROOM) return Buffer.allocUnsafeSlow(bytes);
  const kept = idle.get(size)?.pop();
  if (kept !== undefined && size !== LARGEST) idleBytes -= size;
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
  if (buffer.length === LARGEST) keepLargest(buffer);
  else if (idleBytes + buffer.length <= MAX_IDLE_BYTES) {
    idleBytes += buffer.length;
    idle.get(buffer.length)?.push(buffer);
  }
}

function keepLargest(buffer: Buffer): void {
  const kept = idle.get(LARGEST);
  if (kept === undefined || kept.length === MAX_IDLE_LARGEST) return;
  kept.push(buffer);
  clearTimeout(forgetting);
  forgetting = setTimeout(() => kept.splice(0), FORGET_LARGEST_AFTER_MS).unref();
}
