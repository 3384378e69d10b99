import { describe, expect, it } from 'vitest';
import { atOnce } from '../../lib/steps.js';
import { JsonBytesError } from './json-bytes-error.js';
import {
  scanTopLevel,
  scanTopLevelInSteps,
  type ScanOptions,
  type TopLevelMembers,
} from './scan-top-level.js';

/** What a scan finds, or what it says is wrong. */
function outcomeOf(scan: () => { members: unknown }): unknown {
  try {
    return scan().members;
  } catch (error) {
    if (!(error instanceof JsonBytesError)) throw error;
    return { problem: error.problem, offset: error.offset, key: error.key };
  }
}

function expectSame(text: string, options: ScanOptions = {}): void {
  const bytes = Buffer.from(text);
  expect(
    outcomeOf(() => atOnce(scanTopLevelInSteps(bytes, options))),
    text,
  ).toEqual(outcomeOf(() => scanTopLevel(bytes, options)));
}

/** The same numbers each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const SCALARS = [
  '1',
  '-0.5e3',
  'true',
  'false',
  'null',
  '""',
  '"a\\"b"',
  '"\\u00e9"',
  `"${'long '.repeat(60)}"`,
];
const SPACES = ['', '', '', ' ', '\n\t'];

function randomValue(roll: (sides: number) => number, depth: number): string {
  const space = (): string => SPACES[roll(SPACES.length)] ?? '';
  const kind = depth > 5 ? 0 : roll(4);
  if (kind < 2) return SCALARS[roll(SCALARS.length)] ?? '1';
  const items = Array.from({ length: roll(4) }, (_, index) => {
    const value = `${space()}${randomValue(roll, depth + 1)}${space()}`;
    return kind === 2 ? value : `${space()}"k${index}"${space()}:${value}`;
  });
  return kind === 2 ? `[${items.join(',')}${space()}]` : `{${items.join(',')}${space()}}`;
}

describe('scanTopLevelInSteps', () => {
  it('finds what scanTopLevel finds, and the same faults at the same places', () => {
    const roll = dice(7);
    for (let round = 0; round < 3_000; round += 1) {
      const text = `{"a":${randomValue(roll, 0)},"b" : ${randomValue(roll, 0)}}`;
      expectSame(text);
      const at = roll(text.length);
      const wrong = ',:"[]{}1x \\'[roll(11)] ?? '';
      expectSame(text.slice(0, at) + wrong + text.slice(at + 1));
      expectSame(text.slice(0, at) + text.slice(at + 1));
      expectSame(text.slice(0, at));
    }
  });

  it.each([98, 99, 100, 101])('refuses nesting as scanTopLevel does, at %i levels', (levels) => {
    expectSame(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    expectSame(`{"a":${'{"b":'.repeat(levels)}1${'}'.repeat(levels)}}`);
  });

  it('counts all values, and refuses more than there may be', () => {
    const bytes = Buffer.from('{"a":[1,2,{"b":"x"}],"c":3}');
    expect(atOnce(scanTopLevelInSteps(bytes, { maxValues: 6 })).members).toHaveLength(2);
    expect(outcomeOf(() => atOnce(scanTopLevelInSteps(bytes, { maxValues: 5 })))).toMatchObject({
      problem: 'too-many-values',
    });
    expect(outcomeOf(() => atOnce(scanTopLevelInSteps(bytes, { maxValues: 4 })))).toMatchObject({
      problem: 'too-many-values',
      offset: 15,
    });
  });

  const ESCAPES = ['\\u4e2d', '\\n', '\\"', 'a', 'größer', '\\\\', '\\ud83d\\ude00', ' '];

  it('finds the same long texts, wherever it stops in them', () => {
    for (const [index, first] of ESCAPES.entries()) {
      for (let shift = 0; shift < 8; shift += 1) {
        const text = 'x'.repeat(shift) + first.repeat(30_000) + (ESCAPES[index + 1] ?? '').repeat(9_000);
        const bytes = Buffer.from(`{"a":["${text}",{"b":"${text}"}],"c":1}`);
        const [steps, whole] = [atOnce(scanTopLevelInSteps(bytes)), scanTopLevel(bytes)];
        expect(steps.members, first).toEqual(whole.members);
        expect(steps.texts.ranges).toEqual(whole.texts.ranges);
        const textBytes = (scan: TopLevelMembers) =>
          scan.sumLongStrings(0, bytes.length, (_bytes, _start, length) => length);
        expect(textBytes(steps)).toBe(textBytes(whole));
      }
    }
  });

  it.each(['\u0000', '\\x', '\\u12g4', '\n'])('finds %j in a long text as scanTopLevel does', (wrong) => {
    for (const before of [10, 70_000, 400_001]) {
      expectSame(`{"a":"${'é'.repeat(before)}${wrong}${'\\u4e2d'.repeat(20_000)}"}`);
      expectSame(`{"a":"${'\\u4e2d'.repeat(before)}${wrong}"}`);
      expectSame(`{"a":"${'\\u4e2d'.repeat(before)}`);
    }
  });

  it.each(['x', '\\u4e2d', '\\"', '\\n', '中'])('stops within a text of nothing but %s', (part) => {
    const bytes = Buffer.from(`{"a":"${part.repeat(2_097_152 / Buffer.byteLength(part))}"}`);
    const steps = scanTopLevelInSteps(bytes);
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThanOrEqual(24);
  });

  it('stops every few thousand values', () => {
    const bytes = Buffer.from(`{"a":[[${'1,'.repeat(100_000)}1]]}`);
    const steps = scanTopLevelInSteps(bytes);
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThanOrEqual(12);
  });
});
