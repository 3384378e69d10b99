import { describe, expect, it } from 'vitest';
import { readPromptKind } from './prompt-kind.js';

const PROMPTS = {
  several: [
    'You get one order at a time and a text.',
    'Text service of an agency. Below is a letter and what is to be done with it. Answer with the result alone.',
    'You receive an entry together with a request. Be brief, use no markdown.',
    'You work for a magazine. Follow the request in the message. Plain text only.',
    'Textdienst. Unten steht, was damit zu tun ist. Antworte kurz.',
    'Give back plain text. Every call holds one job and one note.',
  ],
  one: [
    'Decide which desk takes a letter.',
    'Answer with the topic of the note.',
    'A request of a customer comes in. Name the product it is about.',
    'Translate the entry to Welsh. Output the translation alone.',
    'Give the corrected note back.',
    'Sentiment classifier for hotel reviews.',
    'Assessor of device reports, severity 0 to 5.',
    'Summaries of one sentence, in English.',
    'Übersetzungen ins Dänische, ohne Anmerkungen.',
  ],
  open: [
    'Text desk of a museum. Never use emojis. Be plain.',
    'Back office of a theatre. Reply in plain text only.',
    'Schreibe sachlich und ohne Fremdwörter.',
    'Jsi nástroj úřadu. Vrať pouze výsledek, bez komentáře.',
  ],
} as const;

describe('readPromptKind', () => {
  it.each(Object.entries(PROMPTS).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const)))(
    'reads %s off: %s',
    (kind, text) => {
      expect(readPromptKind(text)).toBe(kind);
    },
  );
});
