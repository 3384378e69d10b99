import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../lib/steps.js';
import { addUpPacks, type Pack } from './add-up-packs.js';
import { ROW_BYTES } from './pack-format.js';

type Row = readonly [
  first: number,
  second: number,
  requests: number,
  input: number,
  output: number,
  pico: bigint,
];

/** As the database packs rows (`packOf`, which the tests of reports compare). */
function packed(rows: readonly Row[], isTakenAway = false): Pack {
  const bytes = Buffer.alloc(rows.length * ROW_BYTES);
  for (const [index, [first, second, requests, input, output, pico]] of rows.entries()) {
    let at = index * ROW_BYTES;
    at = bytes.writeIntBE(first, at, 3);
    at = bytes.writeIntBE(second, at, 3);
    at = bytes.writeInt32BE(requests, at);
    at = bytes.writeIntBE(input, at, 6);
    at = bytes.writeIntBE(output, at, 6);
    bytes.writeBigInt64BE(pico, at);
  }
  return { bytes, isTakenAway };
}

function added(packs: readonly Pack[]): string[] {
  const { firsts, seconds, sums } = atOnce(addUpPacks(packs));
  expect(sums).toHaveLength(firsts.length);
  return [...firsts].map((first, at) => {
    const { requests, input_tokens: input, output_tokens: output, billed_usd: billed } = sums.textsOf(at);
    return [first, seconds[at], requests, input, output, billed].join(' ');
  });
}

const DOLLAR = 1_000_000_000_000n;
const CASES: { name: string; packs: Pack[]; rows: string[] }[] = [
  { name: 'nothing', packs: [packed([])], rows: [] },
  { name: 'one row', packs: [packed([[1, 2, 3, 40, 5, 6n]])], rows: ['1 2 3 40 5 0.000000000006'] },
  {
    name: 'pairs of several packs, each once and in order, those of what has no value first',
    packs: [
      packed([
        [-1, 5, 1, 1, 1, DOLLAR],
        [0, -1, 1, 1, 1, DOLLAR],
        [0, 0, 1, 1, 1, DOLLAR],
        [7, 3, 1, 10, 100, DOLLAR],
      ]),
      packed([
        [0, -1, 2, 2, 2, DOLLAR],
        [0, 4, 2, 2, 2, DOLLAR],
        [7, 2, 2, 2, 2, DOLLAR],
        [7, 3, 2, 20, 200, DOLLAR],
      ]),
    ],
    rows: ['-1 5 1 1 1 1', '0 -1 3 3 3 2', '0 0 1 1 1 1', '0 4 2 2 2 1', '7 2 2 2 2 1', '7 3 3 30 300 2'],
  },
  {
    name: 'what is taken away, without pairs of which nothing is left',
    packs: [
      packed([
        [1, 1, 5, 50, 5, 5n],
        [1, 2, 5, 50, 5, 5n],
        [2, 1, 5, 50, 5, 5n],
      ]),
      packed(
        [
          [1, 1, 5, 50, 5, 5n],
          [1, 2, 4, 49, 4, 4n],
        ],
        true,
      ),
    ],
    rows: ['1 2 1 1 1 0.000000000001', '2 1 5 50 5 0.000000000005'],
  },
  {
    name: 'a pair of which only money is left, or only tokens',
    packs: [
      packed([
        [1, 1, 1, 1, 1, 2n ** 32n],
        [1, 2, 1, 1, 9, 1n],
      ]),
      packed(
        [
          [1, 1, 1, 1, 1, 1n],
          [1, 2, 1, 1, 1, 1n],
        ],
        true,
      ),
    ],
    rows: ['1 1 0 0 0 0.004294967295', '1 2 0 0 8 0'],
  },
  {
    name: 'the greatest and the least that fit, to the last decimal',
    packs: [
      packed([[2 ** 23 - 1, 2 ** 23 - 1, 2 ** 31 - 1, 2 ** 47 - 1, 2 ** 47 - 1, 2n ** 63n - 1n]]),
      packed([
        [-(2 ** 23), -(2 ** 23), -(2 ** 31), -(2 ** 47), -(2 ** 47), -(2n ** 63n)],
        [2 ** 23 - 1, 2 ** 23 - 1, 2 ** 31 - 1, 2 ** 47 - 1, 2 ** 47 - 1, 2n ** 63n - 1n],
      ]),
    ],
    rows: [
      '-8388608 -8388608 -2147483648 -140737488355328 -140737488355328 -9223372.036854775808',
      '8388607 8388607 4294967294 281474976710654 281474976710654 18446744.073709551614',
    ],
  },
];

describe('packs added up', () => {
  it.each(CASES)('are $name', ({ packs, rows }) => {
    expect(added(packs)).toEqual(rows);
  });

  it('are what adding up row by row makes of them, however many there are', () => {
    const packs = Array.from({ length: 9 }, (_, pack) =>
      packed(
        Array.from({ length: 3_000 }, (__, row): Row => {
          const user = row * (1 + (pack % 3));
          return [user, user % 7, 1 + pack, row, 1, BigInt(row) * 4_294_967_297n];
        }),
        pack === 4,
      ),
    );
    const expected = new Map<string, bigint[]>();
    for (const [index, { isTakenAway }] of packs.entries())
      for (let row = 0; row < 3_000; row += 1) {
        const user = row * (1 + (index % 3));
        const sign = isTakenAway ? -1n : 1n;
        const before = expected.get(`${user} ${user % 7}`) ?? [0n, 0n, 0n, 0n];
        const more = [BigInt(1 + index), BigInt(row), 1n, BigInt(row) * 4_294_967_297n];
        expected.set(
          `${user} ${user % 7}`,
          before.map((sum, field) => sum + sign * (more[field] ?? 0n)),
        );
      }
    const { firsts, seconds, sums } = atOnce(addUpPacks(packs));
    const got = new Map(
      [...firsts].map((first, at) => {
        const { requests, input_tokens: input, output_tokens: output } = sums.textsOf(at);
        return [
          `${first} ${seconds[at]}`,
          [BigInt(requests), BigInt(input), BigInt(output), sums.picoOf(at)],
        ];
      }),
    );
    expect(got).toEqual(expected);
  });
});
