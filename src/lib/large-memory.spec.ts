import { afterEach, describe, expect, it, vi } from 'vitest';
import { release, retain, takeLargeBuffer } from './large-memory.js';

const MB = 1_048_576;
/** Sizes of rooms, and of one byte less. */
const SIZES = [300_000, MB, MB + 2, 4 * MB, 5 * MB + 1, 20 * MB];

describe('the memory of large bodies', () => {
  afterEach(() => void vi.useRealTimers());

  it.each(SIZES)('is used again after its last user, for %i bytes', (size) => {
    const first = takeLargeBuffer(size);
    expect(first).toHaveLength(size);
    release(first);
    const second = takeLargeBuffer(size - 1);
    expect(second).toHaveLength(size - 1);
    expect(second.buffer === first.buffer).toBe(true);
    release(second);
  });

  it('is held by whoever keeps a slice of it', () => {
    const body = takeLargeBuffer(MB);
    const slice = body.subarray(10, 20);
    retain(slice);
    release(body);
    expect(takeLargeBuffer(MB).buffer === body.buffer).toBe(false);
    release(slice);
    expect(takeLargeBuffer(MB).buffer === body.buffer).toBe(true);
  });

  it('given back twice serves one body, not two', () => {
    const body = takeLargeBuffer(MB);
    release(body);
    release(body);
    expect(takeLargeBuffer(MB).buffer === body.buffer).toBe(true);
    expect(takeLargeBuffer(MB).buffer === body.buffer).toBe(false);
  });

  it('leaves small, huge and foreign buffers alone', () => {
    for (const size of [1_000, 4 * MB + 1, 20 * MB + 1]) {
      const other = takeLargeBuffer(size);
      release(other);
      expect(takeLargeBuffer(size).buffer === other.buffer).toBe(false);
    }
    const foreign = Buffer.allocUnsafeSlow(MB);
    retain(foreign);
    release(foreign);
    expect(takeLargeBuffer(MB).buffer === foreign.buffer).toBe(false);
  });

  it('keeps a bounded part of what a rush needed', () => {
    const rush = Array.from({ length: 12 }, () => takeLargeBuffer(4 * MB));
    const memories = new Set(rush.map(({ buffer }) => buffer));
    expect(memories.size).toBe(12);
    for (const body of rush) release(body);
    const later = Array.from({ length: 12 }, () => takeLargeBuffer(4 * MB));
    expect(later.filter(({ buffer }) => memories.has(buffer)).length).toBeLessThanOrEqual(4);
  });

  it('keeps two of the largest, until none was wanted for half a minute', () => {
    vi.useFakeTimers();
    const rush = Array.from({ length: 3 }, () => takeLargeBuffer(19 * MB));
    const memories = new Set(rush.map(({ buffer }) => buffer));
    for (const body of rush) release(body);
    vi.advanceTimersByTime(29_000);
    const later = Array.from({ length: 3 }, () => takeLargeBuffer(19 * MB));
    expect(later.filter(({ buffer }) => memories.has(buffer))).toHaveLength(2);
    for (const body of later) release(body);
    vi.advanceTimersByTime(30_000);
    const fresh = takeLargeBuffer(19 * MB);
    expect(later.some(({ buffer }) => buffer === fresh.buffer)).toBe(false);
  });
});
