import { describe, expect, it } from 'vitest';
import { SseEventTooLargeError, SseReader } from './sse-reader.js';
import type { SseEvent } from './sse-reader.js';

function readInPieces(bytes: Buffer, size: number): SseEvent[] {
  const reader = new SseReader();
  const events: SseEvent[] = [];
  for (let start = 0; start < bytes.length; start += size)
    events.push(...reader.push(bytes.subarray(start, start + size)));
  return [...events, ...reader.end()];
}

const CASES: [string, string, SseEvent[]][] = [
  ['an event with a name', 'event: a\ndata: 1\n\n', [{ event: 'a', data: '1' }]],
  ['CR line ends', 'event: a\rdata: 1\r\rdata: 2\r\r', [{ event: 'a', data: '1' }, { data: '2' }]],
  [
    'CRLF line ends',
    'event: a\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n',
    [{ event: 'a', data: '1' }, { data: '2' }],
  ],
  ['mixed line ends', 'data: 1\r\n\ndata: 2\n\rdata: 3\r\r\n', [{ data: '1' }, { data: '2' }, { data: '3' }]],
  ['data without the space', 'data:1\ndata:  2\n\n', [{ data: '1\n 2' }]],
  ['several data lines', 'data: a\ndata\ndata: b\n\n', [{ data: 'a\n\nb' }]],
  ['empty data', 'data:\n\n', [{ data: '' }]],
  ['comments and unknown fields', ': PROCESSING\n\nid: 1\nretry: 5\ndata: x\n:y\n\n', [{ data: 'x' }]],
  ['an event name without data', 'event: a\n\ndata: 1\n\n', [{ data: '1' }]],
  ['a leading byte order mark', '\ufeffdata: 1\n\n', [{ data: '1' }]],
  ['characters of several bytes', 'data: é€😀\n\n', [{ data: 'é€😀' }]],
  ['a last event without blank line', 'data: 1\n\ndata: 2\n', [{ data: '1' }, { data: '2' }]],
  [
    'a last event without line end',
    'data: 1\n\nevent: z\ndata: é2',
    [{ data: '1' }, { event: 'z', data: 'é2' }],
  ],
  ['nothing', '', []],
];

describe('SseReader', () => {
  it.each(CASES)('reads %s, cut anywhere', (_name, text, expected) => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length + 1; size += 1)
      expect(readInPieces(bytes, size)).toEqual(expected);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const reader = new SseReader();
      const events = [
        ...reader.push(bytes.subarray(0, cut)),
        ...reader.push(bytes.subarray(cut)),
        ...reader.end(),
      ];
      expect(events).toEqual(expected);
    }
  });

  it('hands an event out with the chunk that completes it, a CR included', () => {
    const reader = new SseReader();
    expect(reader.push(Buffer.from('data: 1\r\r'))).toEqual([{ data: '1' }]);
    expect(reader.push(Buffer.from('\ndata: 2\n'))).toEqual([]);
    expect(reader.push(Buffer.from('\n'))).toEqual([{ data: '2' }]);
  });

  it('does not hold on to the memory of a chunk that the caller reuses', () => {
    const reader = new SseReader();
    const chunk = Buffer.from('data: a');
    reader.push(chunk);
    chunk.fill(0x7a);
    expect(reader.push(Buffer.from('b\n\n'))).toEqual([{ data: 'ab' }]);
  });

  it('refuses one event of more than 8 MB, on one line or on many', () => {
    const oneLine = new SseReader();
    const piece = Buffer.alloc(1_048_576, 0x61);
    oneLine.push(Buffer.from('data: '));
    expect(() => {
      for (let count = 0; count < 9; count += 1) oneLine.push(piece);
    }).toThrow(SseEventTooLargeError);
    const manyLines = new SseReader();
    const line = Buffer.from(`data: ${piece.toString()}\n`);
    expect(() => {
      for (let count = 0; count < 9; count += 1) manyLines.push(line);
    }).toThrow(SseEventTooLargeError);
  });

  it('reads a stream of many megabytes of small events and comments', () => {
    const reader = new SseReader();
    const chunk = Buffer.from(`: ${'c'.repeat(1_000_000)}\n\ndata: x\n\n`);
    let count = 0;
    for (let index = 0; index < 12; index += 1) count += reader.push(chunk).length;
    expect(count).toBe(12);
  });
});
