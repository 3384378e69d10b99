import { compressText } from './compress-text.js';
import { followUps, type CutText } from './follow-ups.js';
import { emptySignedThinking, type JsonEdit } from './find-signed-thinking.js';
import { planCompression } from './plan-compression.js';
import { readSlots } from './read-slots.js';
import type { TextEdit } from './text-edit.js';

/** Questions keep their answer at a quarter too; half of it is room for texts that are asked in other words. */
export const TARGET_RATIO = 0.45;

/**
 * Shortens in this process. Answers the array anew, every other byte as it was; `undefined` when nothing was gained.
 *
 * @param bytes the JSON of a `messages` array
 * @param ratio the share of the prose to keep, about
 */
export function compressMessages(bytes: Buffer, ratio = TARGET_RATIO): Buffer | undefined {
  const slots = readSlots(bytes, { valueStart: 0 });
  const edits: TextEdit[] = [];
  const cut: CutText[] = [];
  for (const { slot, askedIn, ...job } of planCompression(slots)) {
    const shortened = compressText({ ...job, text: slot.text, ratio });
    if (shortened === undefined) continue;
    edits.push({ slot, text: shortened.text });
    cut.push({ slot, askedIn, units: shortened.units, isKept: shortened.isKept });
  }
  edits.push(...followUps(slots, cut));
  return spliceTexts(
    bytes,
    edits.sort((one, other) => one.slot.start - other.slot.start),
  );
}

/**
 * Puts new texts in the place of old ones, given in the order of their places. Signed thinking behind the first of them is emptied:
 * its provider would refuse it behind another text.
 */
export function spliceTexts(bytes: Buffer, edits: readonly TextEdit[]): Buffer | undefined {
  const first = edits[0];
  if (first === undefined) return undefined;
  const changes: JsonEdit[] = [
    ...edits.map(({ slot: { start, end }, text }) => ({ start, end, json: JSON.stringify(text) })),
    ...emptySignedThinking(bytes, first.slot.start),
  ].sort((one, other) => one.start - other.start);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end, json } of changes) {
    pieces.push(bytes.subarray(from, start), Buffer.from(json));
    from = end;
  }
  pieces.push(bytes.subarray(from));
  return Buffer.concat(pieces);
}
