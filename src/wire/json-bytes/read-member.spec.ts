import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { readBoolean, readJson, readNumber, readRaw, readString } from './read-member.js';
import { scanTopLevel } from './scan-top-level.js';

const scan = scanTopLevel(
  Buffer.from(
    '{"text":"a\\n\\u00e9😀","yes":true,"no":false,"count":-1.5e2,"none":null,"list":[1,{"a":2}],"huge":1e999}',
  ),
);

describe('typed readers', () => {
  it('read what is there', () => {
    expect(readString(scan, 'text')).toBe('a\né😀');
    expect(readBoolean(scan, 'yes')).toBe(true);
    expect(readBoolean(scan, 'no')).toBe(false);
    expect(readNumber(scan, 'count')).toBe(-150);
    expect(readJson(scan, 'list')).toEqual([1, { a: 2 }]);
    expect(readJson(scan, 'none')).toBeNull();
    expect(readRaw(scan, 'list')?.toString()).toBe('[1,{"a":2}]');
  });

  it.each([readString, readBoolean, readNumber, readJson, readRaw])(
    '%o answers undefined for an absent member',
    (read) => {
      expect(read(scan, 'absent')).toBeUndefined();
    },
  );

  it.each<[string, () => unknown, string]>([
    ['text', () => readNumber(scan, 'text'), '`text` must be a number, but it is a string.'],
    ['list', () => readString(scan, 'list'), '`list` must be a string, but it is an array.'],
    ['count', () => readBoolean(scan, 'count'), '`count` must be true or false, but it is a number.'],
    ['none', () => readString(scan, 'none'), '`none` must be a string, but it is null.'],
    ['huge', () => readNumber(scan, 'huge'), '`huge` is too large a number.'],
  ])('refuse a wrong %s with a 400 that says what was expected and found', (param, read, message) => {
    expect(read).toThrow(InvalidRequestError);
    expect(read).toThrow(expect.objectContaining({ status: 400, param, message }));
  });

  it('take null for absent only where they are told so', () => {
    expect(readString(scan, 'none', { nullIs: 'absent' })).toBeUndefined();
    expect(readBoolean(scan, 'none', { nullIs: 'absent' })).toBeUndefined();
    expect(readNumber(scan, 'none', { nullIs: 'absent' })).toBeUndefined();
    expect(readJson(scan, 'none', { nullIs: 'absent' })).toBeUndefined();
    expect(() => readNumber(scan, 'none', { nullIs: 'refused' })).toThrow(InvalidRequestError);
  });
});
