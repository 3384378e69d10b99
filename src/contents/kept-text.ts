import { MASK_LEAD, MASK_OVERHANG, maskPartInSteps } from '../lib/mask-secrets.js';
import type { Steps } from '../lib/steps.js';

/** What is decoded and encoded in one step. */
const BLOCK_BYTES = 65_536;

/** What of a text is looked at: beyond what is kept as far as a secret may reach that begins in it. */
export function windowBytes(maxBytes: number): number {
  return maxBytes + MASK_OVERHANG;
}

export interface KeptText {
  readonly pieces: readonly Buffer[];
  /** Something of the text is not in it. */
  readonly isCut: boolean;
}

/** The first `maxBytes` of a text, never half a character, with its secrets masked. @param window at most `windowBytes` of it */
export function* keptTextInSteps(
  window: Buffer,
  { maxBytes, isWhole }: { readonly maxBytes: number; readonly isWhole: boolean },
): Steps<KeptText> {
  const end = cutAt(window, maxBytes).length;
  const pieces: Buffer[] = [];
  let left = maxBytes;
  for (let start = 0; start < end;) {
    const block = yield* maskedBlock(
      window,
      start,
      start + cutAt(window.subarray(start, end), BLOCK_BYTES).length,
    );
    const kept = cutAt(block.bytes, left);
    pieces.push(kept);
    if (kept.length < block.bytes.length) return { pieces, isCut: true };
    left -= kept.length;
    start = block.end;
    yield;
  }
  return { pieces, isCut: !isWhole || window.length > maxBytes };
}

/** @returns where the next block begins: behind the end where a secret ends there */
function* maskedBlock(window: Buffer, start: number, end: number): Steps<{ bytes: Buffer; end: number }> {
  const from = leadBefore(window, start);
  const text = window.toString('utf8', start - from, end + MASK_OVERHANG);
  const to = window.toString('utf8', start - from, end).length;
  const part = yield* maskPartInSteps(text, { from, to });
  return { bytes: Buffer.from(part.masked), end: end + Buffer.byteLength(text.slice(to, part.end)) };
}

/** How many bytes before a block matter: only letters of words and their escapes do, which are one byte each. */
function leadBefore(window: Buffer, start: number): number {
  let lead = 0;
  while (lead < Math.min(start, MASK_LEAD) && (window[start - lead - 1] ?? 0) < 0x80) lead += 1;
  return lead;
}

function cutAt(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length <= maxBytes) return bytes;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
