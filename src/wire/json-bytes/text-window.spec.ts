import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { LongTexts } from './long-texts.js';
import { PLAIN_TEXT_WASM } from './plain-text-wasm.js';
import { isFault, skipValue } from './skip-value.js';
import { TextMeter } from './text-meter.js';
import { TextWindow } from './text-window.js';

const DEPTH = 3;
/** What 64 KB hold beside the table and a step. */
const PIECE_BYTES = 65_248;
/** Smaller documents have no window. */
const FILL = 4_200;

/** All but the last six are fit for a string. */
const PARTS = [
  'plain',
  '\\"',
  '\\\\',
  '\\/\\b\\f\\n\\r\\t',
  '\\u00e9',
  '\\uD83D\\ude00',
  'größer',
  '\u007f',
  '😀',
  '\\\\\\\\\\"',
  '\\x',
  '\\u12g4',
  '\\u123',
  '\u001f',
  '\n',
  '"',
];

function documentOf(text: string): Buffer {
  return Buffer.from(`["${text}", "and then"]`);
}

/** The end or the fault, by the window and byte by byte; with the bytes of notation where there is an end. */
function bothWays(bytes: Buffer): [steps: string, bytewise: string] {
  return [tell(bytes, new LongTexts(bytes)), tell(bytes, new TextMeter())];
}

function tell(bytes: Buffer, meter: TextMeter): string {
  const end = skipValue(bytes, 0, DEPTH, meter);
  return isFault(end) ? `fault ${end}` : `end ${end}, notation ${meter.notation}`;
}

describe('TextWindow', () => {
  it('runs what plain-text.wat says', async () => {
    const assembler = await wabt();
    const source = readFileSync(new URL('plain-text.wat', import.meta.url), 'utf8');
    const { buffer } = assembler.parseWat('plain-text.wat', source, { simd: true }).toBinary({});
    expect(PLAIN_TEXT_WASM).toBe(Buffer.from(buffer).toString('base64'));
  });

  it('ends every text where it ends byte by byte, and finds the same faults, wherever steps begin', () => {
    for (const [index, first] of PARTS.entries()) {
      for (const second of PARTS) {
        for (let shift = 0; shift < 16; shift += 1) {
          const fill = 'f'.repeat(FILL + shift);
          const [steps, bytewise] = bothWays(documentOf(`${fill}${first}${second}${'e'.repeat(index)}`));
          expect(steps, `${first} ${second} at ${shift}`).toBe(bytewise);
        }
      }
    }
  });

  it('takes the escapes of JSON and no others', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      for (const place of [1, 2, 3, 4, 5]) {
        const bytes = documentOf(`${'f'.repeat(FILL)}\\u0aF9, then`);
        bytes[2 + FILL + place] = byte;
        const [steps, bytewise] = bothWays(bytes);
        expect(steps, `${byte} at ${place}`).toBe(bytewise);
      }
    }
  });

  it('ends texts that go on behind a piece of the document', () => {
    for (const part of PARTS) {
      for (let cut = -8; cut <= 8; cut += 1) {
        // The first piece begins behind the bytes that are looked at one by one.
        const fill = 'f'.repeat(PIECE_BYTES + 32 + cut);
        const [steps, bytewise] = bothWays(documentOf(`${fill}${part}${'e'.repeat(100)}`));
        expect(steps, `${part} at ${cut}`).toBe(bytewise);
      }
    }
  });

  it('refuses a text that the document ends in', () => {
    for (const end of ['', '\\', '\\u', '\\u00e']) {
      const [steps, bytewise] = bothWays(Buffer.from(`["${'f'.repeat(FILL)}${end}`));
      expect(bytewise).toContain('fault');
      expect(steps).toBe(bytewise);
    }
  });

  it('goes on in its document after another one was gone through', () => {
    const texts = ['a', 'b'].map((letter) => Buffer.from(`${letter.repeat(FILL)}"${letter.repeat(FILL)}"`));
    const windows = texts.map((text) => TextWindow.over(text));
    expect(windows.map((window) => window?.plainEnd(0))).toEqual([FILL, FILL]);
    expect(windows.map((window) => window?.plainEnd(FILL + 1))).toEqual([2 * FILL + 1, 2 * FILL + 1]);
  });

  it('sees what is in the document now, not what was there before it', () => {
    const bytes = documentOf('f'.repeat(FILL));
    bothWays(bytes);
    bytes[3_000] = 0x0a;
    const [steps, bytewise] = bothWays(bytes);
    expect(bytewise).toContain('fault');
    expect(steps).toBe(bytewise);
  });
});
