import { describe, expect, it } from 'vitest';
import { atOnce } from '../lib/steps.js';
import { keptTextInSteps, windowBytes } from './kept-text.js';

const keep = (text: string, maxBytes: number): { text: string; isCut: boolean } => {
  const all = Buffer.from(text);
  const window = all.subarray(0, windowBytes(maxBytes));
  const { pieces, isCut } = atOnce(
    keptTextInSteps(window, { maxBytes, isWhole: window.length === all.length }),
  );
  return { text: Buffer.concat(pieces).toString('utf8'), isCut };
};

describe('the kept part of a text', () => {
  it('is all of it up to the cap', () => {
    expect(keep('a'.repeat(1_024), 1_024)).toEqual({ text: 'a'.repeat(1_024), isCut: false });
    expect(keep('a'.repeat(1_025), 1_024)).toEqual({ text: 'a'.repeat(1_024), isCut: true });
    expect(keep('', 1_024)).toEqual({ text: '', isCut: false });
  });

  it('never ends in half a character', () => {
    expect(keep('語'.repeat(400), 1_024).text).toBe('語'.repeat(341));
    expect(keep(`a${'🙂'.repeat(400)}`, 1_024).text).toBe(`a${'🙂'.repeat(255)}`);
  });

  it('holds no part of a secret that the cap cuts', () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
    for (let before = 970; before < 1_030; before += 3) {
      const { text } = keep(`${'x '.repeat(before / 2)}${secret} and more`, 1_024);
      expect(text).not.toMatch(/sk-|proj|abcd/);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_024);
    }
  });

  it('stays under the cap when what stands for secrets is longer than they', () => {
    const { text, isCut } = keep('redis://:ab@h '.repeat(73), 1_024);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_024);
    expect([text.includes(':ab@'), isCut]).toEqual([false, true]);
  });

  it('is the same wherever its blocks meet, in a secret, in a word and in a character', () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
    const before = 'é '.repeat(21_800);
    for (let more = 91; more < 137; more += 3)
      for (const word of [secret, `task-${'b'.repeat(20)}`, '語'.repeat(20)]) {
        const text = `${before}${'y'.repeat(more)} ${word} and more`;
        expect(keep(text, 1_048_576).text).toBe(text.replace(secret, '[masked:api_key]'));
      }
  });

  it('is the same wherever its blocks meet among the escapes of JSON', () => {
    const numbered = (text: string): string =>
      text.replaceAll(/[a-z ]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
    const secret = numbered('sk-proj-abcdefghijklmnopqrstuvwxyz0123456789');
    const words = `${numbered('de')}sk-${'b'.repeat(20)}`;
    for (let more = 0; more < 260; more += 1) {
      const before = 'é '.repeat(21_760) + 'x'.repeat(more);
      expect(keep(`${before} ${secret} end`, 90_000).text).toBe(`${before} [masked:api_key] end`);
      expect(keep(`${before} ${words} end`, 90_000).text).toBe(`${before} ${words} end`);
    }
  });

  it('takes no long step, however much is kept', () => {
    const window = Buffer.from('an “answer” of words '.repeat(50_000));
    const keeping = keptTextInSteps(window, { maxBytes: 1_048_576, isWhole: true });
    let steps = 1;
    while (keeping.next().done !== true) steps += 1;
    expect(steps).toBeGreaterThan(60);
  });
});
