export class WeightsError extends Error {}

const LONG_GAP = 0xff;

/**
 * Most weights are zero, so only the others are kept: for each the distance to the one before (a byte; 255 says 255 zeros and
 * read on) and its value as a signed byte; the whole in base64.
 */
export function packWeights(weights: Int8Array): string {
  const bytes: number[] = [];
  let gap = 0;
  for (const weight of weights) {
    if (weight === 0) {
      gap += 1;
      continue;
    }
    for (; gap >= LONG_GAP; gap -= LONG_GAP) bytes.push(LONG_GAP);
    bytes.push(gap, weight & 0xff);
    gap = 0;
  }
  return Buffer.from(bytes).toString('base64');
}

/**
 * The `size` weights that `packWeights` kept.
 * @throws WeightsError when a value is missing or lies outside.
 */
export function unpackWeights(packed: string, size: number): Int8Array {
  const bytes = Buffer.from(packed, 'base64');
  const weights = new Int8Array(size);
  let bucket = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const gap = bytes.readUInt8(index);
    bucket += gap;
    if (gap === LONG_GAP) continue;
    index += 1;
    if (bucket >= size || index >= bytes.length) throw new WeightsError('The stored weights do not fit.');
    weights[bucket] = bytes.readInt8(index);
    bucket += 1;
  }
  return weights;
}
