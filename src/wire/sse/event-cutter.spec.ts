import { describe, expect, it } from 'vitest';
import { EventCutter } from './event-cutter.js';

const LINE_END = /\r\n|\r|\n/;

/** The events that come out, a late LF with the one that it ends. */
function cut(chunks: readonly Buffer[]): string[] {
  const events: string[] = [];
  const cutter = new EventCutter(
    {
      onEvent: (bytes, start, end) => void events.push(bytes.toString('latin1', start, end)),
      onLateLineFeed: () => void events.push(`${events.pop() ?? ''}\n`),
    },
    1_000,
  );
  for (const chunk of chunks) cutter.push(chunk);
  cutter.end();
  return events;
}

describe('EventCutter', () => {
  const texts = [
    'data: a\n\ndata: b\n\n',
    'data: a\r\n\r\ndata: b\r\n\r\n',
    'data: a\r\rdata: b\r\r',
    'data: a\n\r\ndata: b\r\n\ndata: c\r\n\rdata: d\n\rdata: e',
    '\n\r\n\n\r\r: x\r\n\n',
    'data: only lines\nid: 1\ndata: x\rretry: 2\n\n',
  ];

  it.each(texts)('cuts %j in the same way wherever the network cut it', (text) => {
    const whole = cut([Buffer.from(text)]);
    expect(whole.join('')).toBe(text);
    for (const event of whole.slice(0, -1)) expect(event.split(LINE_END).slice(-2)).toEqual(['', '']);
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 1) {
        const chunks = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        expect(cut(chunks.map((chunk) => Buffer.from(chunk)))).toEqual(whole);
      }
  });

  it('takes work in proportion to a chunk of very many lines of one kind', () => {
    const lines = Buffer.from('x\r'.repeat(1_000_000));
    const cutter = new EventCutter(
      { onEvent: () => undefined, onLateLineFeed: () => undefined },
      lines.length,
    );
    cutter.push(lines);
    expect(cutter.end()).toBe(true);
  });
});
