import { describe, expect, it } from 'vitest';
import { BinaryColumn, toBinaryArray } from './binary-column.js';

describe('BinaryColumn', () => {
  it('writes each value behind its length, and grows', () => {
    const column = new BinaryColumn();
    const long = 'ü'.repeat(10_000);
    column.pushInt2(-2);
    column.pushInt8(2n ** 62n);
    column.pushHex('00ff', 2);
    column.pushNull();
    column.pushText(long);
    const bytes = Buffer.from(column.take());
    expect(column.count).toBe(5);
    expect(bytes.toString('hex', 0, 30)).toBe(
      '00000002fffe000000084000000000000000' + '0000000200ff' + 'ffffffff00' + '00',
    );
    expect(bytes.readInt32BE(28)).toBe(20_000);
    expect(bytes.toString('utf8', 32)).toBe(long);
  });
});

describe('toBinaryArray', () => {
  it('says dimensions, type and count in front', () => {
    const column = new BinaryColumn();
    column.pushInt4(7);
    const parts = [column.take(), column.take()];
    const expected =
      '00000001' + '00000001' + '00000017' + '00000002' + '00000001' + '0000000400000007'.repeat(2);
    expect(toBinaryArray('int4', parts, 2).toString('hex')).toBe(expected);
  });

  it('has no dimension when it is empty', () => {
    expect(toBinaryArray('text', [], 0).toString('hex')).toBe('000000000000000100000019');
  });
});
