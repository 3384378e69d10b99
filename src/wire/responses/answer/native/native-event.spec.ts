import { describe, expect, it } from 'vitest';
import { NativeEvent } from './native-event.js';

/** All that a reader says of an event. */
function read(reader: NativeEvent, event: string): object {
  // Behind something else, as events stand in what the network brings.
  const bytes = Buffer.from(`: x\n\n${event}`);
  const kind = reader.read(bytes, 5, bytes.length);
  const { isDelta, deltaBytes, sequenceNumber, outputIndex, isInPlace, type } = reader;
  const { source, response, itemStart, itemEnd } = reader;
  const range = (start: number, end: number) => (end === 0 ? undefined : source.toString('utf8', start, end));
  const places = [range(response.start, response.end), range(itemStart, itemEnd)];
  return { kind, isDelta, deltaBytes, sequenceNumber, outputIndex, isInPlace, type, places };
}

const TYPE = 'response.output_text.delta';
const event = (data: string, name = `event: ${TYPE}\n`): string => `${name}data: ${data}\n\n`;
const delta = (number: string, text: string, more = ',"logprobs":[]'): string =>
  event(
    `{"type":"${TYPE}","sequence_number":${number},"item_id":"m","output_index":0,"delta":${text}${more}}`,
  );
const FIRST = [delta('4', '"One"'), delta('5', '" two"')];

describe('NativeEvent', () => {
  it.each<[string, string[]]>([
    ['texts alone', [...FIRST, delta('6', '"three"')]],
    ['numbers that grow longer', [delta('9', '"a"'), delta('10', '"b"'), delta('100000', '"c"')]],
    ['numbers that are none', ['01', '1.5', '-3', '""', 'null', '9'.repeat(20)].map((n) => delta(n, '"x"'))],
    ['escapes in a text', [...FIRST, delta('6', String.raw`"a \"quote\"\n\u00e9"`), delta('7', '"語"')]],
    ['an empty text', [...FIRST, delta('6', '""'), delta('7', '"x"')]],
    ['no text', [...FIRST, delta('6', 'null'), delta('7', '{"a":1}'), delta('8', '["x"]')]],
    ['a text without an end', [...FIRST, delta('6', '"x'), delta('7', '"x')]],
    [
      'padding',
      ['"a"', '"bcd"', '""'].map((pad) => delta('6', '"x"', `,"logprobs":[],"obfuscation":${pad}`)),
    ],
    ['another type behind', [...FIRST, delta('6', '"x"', ',"type":"error"'), delta('7', '"x"')]],
    ['another number behind', [...FIRST, delta('6', '"x"', ',"sequence_number":70'), delta('7', '"x"')]],
    [
      'a number behind the text',
      ['6', '7'].map((n) => event(`{"type":"${TYPE}","delta":"x","sequence_number":${n}}`)),
    ],
    ['an index behind the text', ['1', '2'].map((n) => delta('6', '"x"', `,"output_index":${n}`))],
    ['a second text', [...FIRST, delta('6', '"x"', ',"delta":"xyz"'), delta('7', '"x"', ',"delta":""')]],
    ['a response behind', [...FIRST, delta('6', '"x"', ',"response":{"id":"r"}'), delta('7', '"x"')]],
    ['an item behind', [delta('6', '"x"', ',"item":{"id":"i"}'), ...FIRST]],
    ['more than an object', [...FIRST, delta('6', '"x"').replace('}\n', '} 1\n'), delta('7', '"x"')]],
    ['half of it', [...FIRST, delta('6', '"x"').slice(0, -6), delta('7', '"x"')]],
    ['other line ends', [...FIRST.map((one) => one.replaceAll('\n', '\r\n')), delta('6', '"x"')]],
    ['several data lines', [...FIRST, delta('6', '"x"').replace(',"delta"', '\ndata: ,"delta"')]],
    ['other lines', ['4', '5'].map((n) => delta(n, '"x"').replace('data:', 'id: 7\ndata:'))],
    ['a line end in its rest', ['4', '5'].map((n) => `id: 7\n${delta(n, '"x"', '\n,"logprobs":[]')}`)],
    [
      'another event between',
      [...FIRST, event('{"type":"response.in_progress","sequence_number":6}'), delta('7', '"x"')],
    ],
  ])('says of %s the same as a reader that has seen nothing', (_, events) => {
    const seasoned = new NativeEvent();
    const told = events.map((one) => read(seasoned, one));
    expect(told).toEqual(events.map((one) => read(new NativeEvent(), one)));
  });

  it.each([
    ['a text', 'response.output_text.done', ',"item_id":"m","text":"x"}'],
    ['arguments', 'response.function_call_arguments.done', ',"arguments":"{}"}'],
    ['a part', 'response.content_part.done', ',"part":{"type":"output_text"}}'],
  ])('reads of an event that says %s again its type and its number', (_, type, rest) => {
    const bytes = Buffer.from(`event: ${type}\ndata: {"type":"${type}","sequence_number":12${rest}\n\n`);
    const reader = new NativeEvent();
    expect(reader.read(bytes, 0, bytes.length)).toBe('object');
    expect(reader).toMatchObject({ type, sequenceNumber: 12, isDelta: false, isInPlace: true });
    // One that breaks off at the end of a stream is none.
    const half = bytes.subarray(0, bytes.length - 4);
    expect(reader.read(half, 0, half.length, true)).not.toBe('object');
  });

  it('reads an item to its end', () => {
    const data = '{"type":"response.output_item.done","sequence_number":3,"item":{"type":"message"}}';
    const bytes = Buffer.from(`event: response.output_item.done\ndata: ${data}\n\n`);
    const reader = new NativeEvent();
    reader.read(bytes, 0, bytes.length);
    expect(reader.isMessage).toBe(true);
    expect(bytes.toString('utf8', reader.itemStart, reader.itemEnd)).toBe('{"type":"message"}');
  });
});
