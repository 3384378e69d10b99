import { planText } from './compress-text.js';
import { planCompression } from './plan-compression.js';
import { readSlots } from './read-slots.js';

/** A long text in pieces: those that another compressor may shorten, and those between them, which stay as they are. */
export interface TextPieces {
  /** Offsets of its JSON string, quotes included. */
  readonly start: number;
  readonly end: number;
  readonly question: string;
  readonly pieces: readonly TextPiece[];
}

export interface TextPiece {
  readonly text: string;
  readonly mayShorten: boolean;
}

/** A request for less is not worth it. */
const MIN_PIECE_CHARACTERS = 400;
const MAX_QUESTION_CHARACTERS = 2_000;

/** Cuts the long texts of a `messages` array by the same rules that the product's own compressor keeps to. */
export function planPieces(bytes: Buffer): TextPieces[] {
  const texts: TextPieces[] = [];
  for (const { slot, ...job } of planCompression(readSlots(bytes, { valueStart: 0 }))) {
    const { text } = slot;
    const { units, isFixed } = planText({ ...job, text });
    const pieces: TextPiece[] = [];
    let cut = 0;
    let start: number | undefined;
    let end = 0;
    const close = (): void => {
      if (start !== undefined && end - start >= MIN_PIECE_CHARACTERS) {
        if (start > cut) pieces.push({ text: text.slice(cut, start), mayShorten: false });
        pieces.push({ text: text.slice(start, end), mayShorten: true });
        cut = end;
      }
      start = undefined;
    };
    for (const [index, unit] of units.entries()) {
      if (isFixed[index] === true) {
        // Blank lines between paragraphs of prose belong to the prose.
        if (text.slice(unit.start, unit.end).trim() !== '') close();
        continue;
      }
      start ??= unit.start;
      end = unit.end;
    }
    close();
    if (pieces.length === 0) continue;
    pieces.push({ text: text.slice(cut), mayShorten: false });
    texts.push({
      start: slot.start,
      end: slot.end,
      question: job.questions.join('\n').slice(-MAX_QUESTION_CHARACTERS),
      pieces,
    });
  }
  return texts;
}
