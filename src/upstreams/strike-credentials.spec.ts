import { describe, expect, it } from 'vitest';
import { strikeBytes, strikeChunks, strikeText } from './strike-credentials.js';

const SENT = { authorization: 'Bearer sk-a/b+c=0123456789', accept: 'application/json' };

describe('credentials that an answer quotes', () => {
  it.each([
    ['as they are', 'Invalid key sk-a/b+c=0123456789!', 'Invalid key [credential]!'],
    ['with their scheme', '"Bearer sk-a/b+c=0123456789"', '"Bearer [credential]"'],
    ['with escapes of JSON', String.raw`{"key":"sk-a\/b+c=0123456789"}`, '{"key":"[credential]"}'],
    ['in an address', '?key=sk-a%2Fb%2Bc%3D0123456789&x', '?key=[credential]&x'],
    ['twice', 'sk-a/b+c=0123456789,sk-a/b+c=0123456789', '[credential],[credential]'],
    ['not at all', 'application/json is é', 'application/json is é'],
  ])('are struck out: %s', (_name, text, expected) => {
    expect(strikeText(text, SENT)).toBe(expected);
    expect(strikeBytes(Buffer.from(text), SENT).toString()).toBe(expected);
  });

  it('are those of any header that carries one', () => {
    expect(strikeText('key-of-a', { 'x-api-key': 'key-of-a' })).toBe('[credential]');
  });

  it('leave words alone that are too short to be secrets', () => {
    expect(strikeText('an error at x', { authorization: 'Bearer error' })).toBe('an error at x');
  });

  it('leave bytes alone that quote none', () => {
    const bytes = Buffer.from([0xff, 0x00, 0x22]);
    expect(strikeBytes(bytes, SENT)).toBe(bytes);
  });

  it.each([1, 7, 19, 64])('are found when they are cut into pieces of %i bytes', async (size) => {
    const text = 'one sk-a/b+c=0123456789 two sk-a/b+c=0123456789';
    const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs'))?.map((piece) => Buffer.from(piece)) ?? [];
    const struck: Buffer[] = [];
    for await (const chunk of strikeChunks(iterate(pieces), SENT)) struck.push(chunk);
    expect(Buffer.concat(struck).toString()).toBe('one [credential] two [credential]');
  });
});

async function* iterate(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  await Promise.resolve();
  yield* pieces;
}
