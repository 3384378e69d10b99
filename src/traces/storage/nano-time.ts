const NANO_PER_MS = 1_000_000n;

/** RFC 3339 of nanoseconds since 1970; with nine decimals where milliseconds do not hold it. */
export function formatNanoTime(nano: bigint): string {
  const text = new Date(Number(nano / NANO_PER_MS)).toISOString();
  const rest = nano % NANO_PER_MS;
  return rest === 0n ? text : text.replace('Z', `${rest.toString().padStart(6, '0')}Z`);
}

/** Between two times, in milliseconds with decimals. */
export function millisecondsBetween(startNano: bigint, endNano: bigint): number {
  return Number(endNano - startNano) / 1e6;
}
