import { describe, expect, it } from 'vitest';
import { scanTopLevel } from './scan-top-level.js';

const TEXTS = [
  'plain words',
  'Zeilen\nund "Anführungen" \\ und \ttabs',
  '今天天气怎么样？我们去公园吧。',
  'Ünïcödé: é, ß, \u07ff, \u0800, \ud7ff, \ue000, \uffff',
  '😀 pairs 𝒳 of 👩‍👩‍👧 surrogates',
  '\u0000\u001f\u007f\u0080',
];

/** As PHP writes it, with capital digits; Python does the same with small ones. */
function escaped(text: string, unit = (code: string) => code): string {
  return JSON.stringify(text)
    .replaceAll('/', '\\/')
    .replace(/[\u007f-\uffff]/g, (char) => `\\u${unit(char.charCodeAt(0).toString(16).padStart(4, '0'))}`);
}

const WAYS: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => JSON.stringify(text)],
  ['in escapes', (text) => escaped(text)],
  ['in escapes with capitals', (text) => escaped(text, (code) => code.toUpperCase())],
  [
    'in escapes throughout',
    (text) =>
      `"${Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
        .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
        .join('')}"`,
  ],
];

describe('the bytes of text of a member', () => {
  it.each(WAYS)('are those of what it says, written %s', (_way, write) => {
    for (const text of TEXTS) {
      // Short, long, and through several pieces of a window, at each place of a step.
      for (const times of [1, 40, 3_000]) {
        for (let shift = 0; shift < (times === 40 ? 16 : 1); shift += 1) {
          const said = 'x'.repeat(shift) + text.repeat(times);
          const scan = scanTopLevel(Buffer.from(`{"text":${write(said)},"more":1}`));
          expect(scan.find('text')?.textBytes, `${text} ${times} ${shift}`).toBe(Buffer.byteLength(said) + 2);
          expect(scan.find('more')?.textBytes).toBe(1);
        }
      }
    }
  });

  it('are the same however the JSON around it is laid out', () => {
    const value = { 'schlüssel "a"': [1, true, null, { text: TEXTS[1], empty: [{}, []] }, ...TEXTS] };
    const layouts = [
      JSON.stringify(value),
      JSON.stringify(value, null, 2),
      JSON.stringify(value, null, '\t'),
    ];
    const counts = layouts
      .flatMap((text) => [text, escapeAll(text)])
      .map((layout) => scanTopLevel(Buffer.from(`{ "v" :\n${layout} }`)).find('v')?.textBytes);
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeLessThan(Buffer.byteLength(JSON.stringify(value)));
  });
});

function escapeAll(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
