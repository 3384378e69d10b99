import { once } from 'node:events';
import type { Exchange } from './exchange.js';
import type { Pacer } from './pacer.js';

export interface EventStream {
  headers: Record<string, string>;
  /** Sent with the headers, before the model has said anything (keep-alive comments). */
  preamble?: string;
  /** Complete server-sent events, each with its blank line; made one at a time as they are sent. */
  frames: Iterable<string>;
}

/** Sends server-sent events at the model's pace, holds back for a slow reader and stops when the client has gone. */
export async function sendEventStream(exchange: Exchange, pacer: Pacer, stream: EventStream): Promise<void> {
  const { response, signal } = exchange;
  const sendHead = (): void => {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      ...stream.headers,
    });
  };
  try {
    if (stream.preamble !== undefined) {
      sendHead();
      response.write(stream.preamble);
    }
    await pacer.beforeFirstByte(signal);
    if (exchange.isCutAfter(0)) return;
    if (!response.headersSent) sendHead();
    let sent = 0;
    for (const frame of stream.frames) {
      if (exchange.isCutAfter(sent)) return;
      sent += 1;
      if (!response.write(frame)) await once(response, 'drain', { signal });
      await pacer.betweenChunks(signal);
    }
    response.end();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
