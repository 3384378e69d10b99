const UNTOUCHED_BYTES = 15_728_640;

/**
 * Lets the process keep memory that it has freed. glibc gives the end of its heap back to the system as soon as 128 KB of it are
 * free, so the 64 KB pieces in which large bodies arrive cost a page fault for each 4 KB, again and again (4 MB: 25 ms of CPU
 * instead of 11). It raises that bound to twice the largest block that it mapped alone and saw freed (mallopt(3),
 * M_MMAP_THRESHOLD): one block is enough. Nobody writes to it, so it never takes memory. Other systems do not notice.
 */
export function keepFreedMemory(): void {
  Buffer.allocUnsafeSlow(UNTOUCHED_BYTES);
}
