import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { bindMessage } from './large-values.js';

interface Driver {
  readonly serialize: { bind(config: object): Buffer };
}

// It is the driver's own dependency.
const driverRequire = createRequire(createRequire(import.meta.url).resolve('pg'));
const { serialize } = driverRequire('pg-protocol') as Driver;

const asIs = (value: unknown): Buffer | string | null => value as Buffer | string | null;

describe('bindMessage', () => {
  const large = Buffer.alloc(300_000, 'é');
  it.each([
    ['nothing', []],
    ['small values', ['a', 'ü', '', null, Buffer.from([0, 1, 255]), '{"a","b"}']],
    ['large values', ['a', large, null, Buffer.alloc(0), large.subarray(1), 'z'.repeat(70_000), 'end']],
  ])('makes the message of the driver of %s', (_of, values) => {
    const config = { portal: '', statement: 'keep-responses-1', values, valueMapper: asIs };
    expect(Buffer.concat(bindMessage(config)).equals(serialize.bind(config))).toBe(true);
  });

  it('copies no large value', () => {
    const pieces = bindMessage({ values: ['a', large, 'b'], valueMapper: asIs });
    expect(pieces.includes(large)).toBe(true);
  });
});
