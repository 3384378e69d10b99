import { describe, expect, it } from 'vitest';
import { bodyItem, itemsOf, type CountedItems } from '../../../test/support/portion-items.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { onOneLine } from './provider-b/frame-input-file.js';
import { composePortion, type PortionFrame } from './portion-body.js';
import type { RequestBody } from './http/sending.js';

const FRAME: PortionFrame = {
  head: Buffer.from('<'),
  encode: ({ customId, request }) =>
    customId.startsWith('bad')
      ? Promise.reject(new InvalidRequestError({ message: `${customId} is bad` }))
      : Promise.resolve([Buffer.from(customId), request]),
  between: Buffer.from('|'),
  tail: Buffer.from('>'),
};

async function bytesOf(body: RequestBody): Promise<string> {
  if (Buffer.isBuffer(body)) return body.toString();
  const pieces: Buffer[] = [];
  for await (const piece of body()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const compose = (items: CountedItems) => composePortion(items, FRAME);
const small = (customId: string) => bodyItem(customId, 'gpt-4o-mini', '{}');

describe('the body of a portion', () => {
  it('is one buffer when it is small', async () => {
    const items = itemsOf(small('a'), small('b'));
    const { body } = await compose(items);
    expect(Buffer.isBuffer(body)).toBe(true);
    expect(await bytesOf(body)).toBe('<a{}|b{}>');
    expect(items.opened).toBe(1);
  });

  it('leaves out what cannot be said', async () => {
    const { body, nothingToSend } = await compose(
      itemsOf(small('bad1'), small('a'), small('bad2'), small('b')),
    );
    expect(await bytesOf(body)).toBe('<a{}|b{}>');
    expect(nothingToSend).toBeUndefined();
  });

  it('says why there is nothing to send', async () => {
    const { nothingToSend } = await compose(itemsOf(small('bad1'), small('bad2')));
    expect(nothingToSend?.message).toBe('bad1 is bad');
  });

  it('is made anew for every sending when it is large, the same each time', async () => {
    const large = JSON.stringify('x'.repeat(1_500_000));
    const items = itemsOf(...['a', 'b', 'c', 'd'].map((id) => bodyItem(id, 'gpt-4o-mini', large)));
    const { body } = await compose(items);
    expect(Buffer.isBuffer(body)).toBe(false);
    const first = await bytesOf(body);
    expect(first).toBe(`<a${large}|b${large}|c${large}|d${large}>`);
    expect(await bytesOf(body)).toBe(first);
    expect(items.opened).toBe(3);
  });
});

describe('a request on one line', () => {
  it('has its line ends, which stand between tokens only, replaced', () => {
    const pretty = Buffer.from('{\r\n  "a": "x\\ny",\n  "b": 1.0\n}');
    const line = onOneLine(pretty);
    expect(line.toString()).toBe('{    "a": "x\\ny",   "b": 1.0 }'.replace('{    "a"', '{    "a"'));
    expect(JSON.parse(line.toString())).toEqual(JSON.parse(pretty.toString()));
    expect(line).toHaveLength(pretty.length);
  });

  it('is the same bytes when it has none', () => {
    const json = Buffer.from('{"a":1}');
    expect(onOneLine(json)).toBe(json);
  });
});
