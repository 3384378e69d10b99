import { describe, expect, it } from 'vitest';
import type { LiveCall } from '../../live-calls/live-call.js';
import { MessagesStreamTap } from '../../wire/sse/messages-stream-tap.js';
import type { AnswerTap } from './answer-dialect.js';
import { RelayedStream } from './relayed-stream.js';

const ERROR =
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
const PING = 'event: ping\ndata: {"type":"ping"}\n\n';

function relayed(): { stream: RelayedStream; sent: string[] } {
  const sent: string[] = [];
  const call = { write: (bytes: Buffer) => sent.push(bytes.toString()) > 0 } as unknown as LiveCall;
  const tap = new MessagesStreamTap() as unknown as AnswerTap;
  return { stream: new RelayedStream(tap, call, {}, () => sent.push('head')), sent };
}

describe('a stream that begins with an error', () => {
  it('is kept back whole, so that another account can be asked', () => {
    const { stream, sent } = relayed();
    stream.push(Buffer.from(ERROR));
    stream.push(Buffer.from(PING));
    expect([stream.isOpen, sent]).toEqual([false, []]);
    stream.open();
    expect(sent).toEqual(['head', ERROR, PING]);
  });

  it('goes to the client, every byte in its order, when it does not stop behind the error', () => {
    const { stream, sent } = relayed();
    const comment = `: ${'x'.repeat(400_000)}\n\n`;
    for (const text of [ERROR, comment, comment, comment, PING]) stream.push(Buffer.from(text));
    expect(stream.isOpen).toBe(true);
    expect(sent.join('')).toBe(`head${ERROR}${comment}${comment}${comment}${PING}`);
  });
});
