import { describe, expect, it } from 'vitest';
import { ByteWriter } from './byte-writer.js';

function textOf(writer: ByteWriter): string | undefined {
  return writer.take()?.toString('latin1');
}

describe('ByteWriter', () => {
  it('joins texts, bytes and numbers in their order', () => {
    const writer = new ByteWriter();
    writer.text('a\xe9');
    writer.bytes(Buffer.from('b'));
    for (const number of [0, 7, 10, 909, 12_345]) writer.number(number);
    writer.text('x'.repeat(100));
    expect(textOf(writer)).toBe(`a\xe9b071090912345${'x'.repeat(100)}`);
  });

  it('answers nothing where nothing was written since the last time', () => {
    const writer = new ByteWriter();
    expect(writer.take()).toBeUndefined();
    writer.text('once');
    expect(textOf(writer)).toBe('once');
    expect(writer.take()).toBeUndefined();
  });

  it('keeps what it answered when others write', () => {
    const [one, other] = [new ByteWriter(), new ByteWriter()];
    one.text('one');
    const taken = one.take();
    other.text('two');
    expect(taken?.toString()).toBe('one');
    expect(textOf(other)).toBe('two');
  });

  it('mixes nothing where several write before they are asked', () => {
    const [one, other] = [new ByteWriter(), new ByteWriter()];
    for (let index = 0; index < 3; index++) {
      one.text(`one${index} `);
      other.text(`two${index} `);
    }
    expect(textOf(one)).toBe('one0 one1 one2 ');
    expect(textOf(other)).toBe('two0 two1 two2 ');
  });

  it.each([65_535, 65_536, 65_537, 200_000])(
    'takes a piece of %i bytes, and what stands around it',
    (size) => {
      const writer = new ByteWriter();
      writer.text('before');
      writer.text('x'.repeat(size));
      writer.bytes(Buffer.alloc(size, 'y'));
      writer.number(42);
      expect(textOf(writer)).toBe(`before${'x'.repeat(size)}${'y'.repeat(size)}42`);
    },
  );

  it('gives what is long in parts, none of which is copied', () => {
    const writer = new ByteWriter();
    const long = Buffer.alloc(2_000_000, 'y');
    writer.text('before');
    writer.bytes(long);
    writer.text('between');
    writer.bytes(long);
    const parts: (Buffer | undefined)[] = [];
    do parts.push(writer.takePart());
    while (parts.at(-1) !== undefined);
    expect(parts.map((part) => (part === long ? 'long' : part?.toString()))).toEqual([
      'before',
      'long',
      'between',
      'long',
      undefined,
    ]);
  });

  it('gives what is not long in one', () => {
    const writer = new ByteWriter();
    writer.text('before');
    writer.bytes(Buffer.alloc(200_000, 'y'));
    expect(writer.takePart()).toHaveLength(200_006);
    expect(writer.takePart()).toBeUndefined();
  });

  it('takes many small pieces', () => {
    const writer = new ByteWriter();
    for (let index = 0; index < 30_000; index++) writer.text('abc');
    expect(textOf(writer)).toBe('abc'.repeat(30_000));
  });
});
