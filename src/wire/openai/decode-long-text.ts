import type { Steps } from '../../lib/steps.js';
import { decodeText } from './decode-text.js';
import { startOfCharacter } from './join-texts.js';

const STEP_BYTES = 262_144;

/** The text between two quotes of a JSON string, in steps. */
export function* decodeLongText(bytes: Buffer, start: number, end: number): Steps<string> {
  const parts: string[] = [];
  for (let from = start; from < end;) {
    const to = from + STEP_BYTES < end ? startOfCharacter(bytes, from, from + STEP_BYTES) : end;
    parts.push(decodeText(bytes, from, to));
    from = to;
    yield;
  }
  return parts.join('');
}
