import { describe, expect, it } from 'vitest';
import { CustomInput } from './custom-input.js';

function told(pieces: readonly string[]): { whenCome: string; atEnd: string; isWhole: boolean } {
  const input = new CustomInput();
  const whenCome = pieces.map((piece) => input.push(piece)).join('');
  const { isWhole } = input;
  return { whenCome, atEnd: input.end(), isWhole };
}

describe('CustomInput', () => {
  it.each([
    ['{"input":"a\\nb"}', 'a\nb'],
    [' { "input" : "a\\u00f6\\ud83d\\ude00\\\\\\"b" } ', 'aö😀\\"b'],
    ['{"input":"line\nend\ttab"}', 'line\nend\ttab'],
    ['{"input":"","more":1}', ''],
  ])('tells the input of %j as it comes, a character at a time or at once', (args, input) => {
    expect(told([args])).toEqual({ whenCome: input, atEnd: '', isWhole: true });
    expect(told(args.split(''))).toEqual({ whenCome: input, atEnd: '', isWhole: true });
  });

  it.each([
    ['{"why":"x","input":"y"}', 'y'],
    ['{"input":{"n":1.0}}', '{"n":1.0}'],
    ['{"input":null}', 'null'],
    ['{}', ''],
  ])('tells the input of %j at the end', (args, input) => {
    expect(told(args.split(''))).toEqual({ whenCome: '', atEnd: input, isWhole: true });
  });

  it.each([
    ['plain words', 'plain words'],
    ['{"other":1}', '{"other":1}'],
    ['{"inp', '{"inp'],
    ['', ''],
    [`${' '.repeat(200)}{"input":"y"`, `${' '.repeat(200)}{"input":"y"`],
  ])('takes %j for the input itself', (args, input) => {
    expect(told(args.split(''))).toEqual({ whenCome: '', atEnd: input, isWhole: false });
  });

  it.each([
    ['{"input":"cut', 'cut'],
    ['{"input":"cut\\', 'cut'],
    ['{"input":"cut\\ud83', 'cut'],
  ])('tells what there is of %j, which was cut', (args, input) => {
    expect(told(args.split(''))).toEqual({ whenCome: input, atEnd: '', isWhole: false });
  });
});
