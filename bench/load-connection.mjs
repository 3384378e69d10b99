import net from 'node:net';
import { MessageReader } from './http-messages.mjs';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const CLOSING_BRACE = 125;
const DONE_TAIL_BYTES = 32;

/** The bytes of one POST: head and body, ready to be written again and again. */
export function buildRequest({ port, path, headers, body }) {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...headers });
  const head =
    `POST ${path} HTTP/1.1\r\n` +
    lines.map(([name, value]) => `${name}: ${value}\r\n`).join('') +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/**
 * One kept-alive connection with at most one call on it.
 *
 * The owner gets `onEvent()` for every event of a streamed answer and `onCallEnd(connection, fault)`; a fault is
 * a short text (`status 429`, `closed early`, `51 events`, …) or null when the answer was whole and as expected.
 */
export class LoadConnection {
  /** Times by `performance.now()`; `firstByteAt` is that of the first payload byte. */
  dueAt = 0;
  sentAt = 0;
  firstByteAt = 0;
  busy = false;
  status = 0;

  #owner;
  #port;
  #request;
  #expected;
  #socket = null;
  #reader = null;
  #closeAfter = false;
  #events = 0;
  #afterLineFeed = false;
  #payloadBytes = 0;
  #tail = Buffer.alloc(0);

  /** `expected` is `{events, ending}` for streams (`ending`: their last bytes, at most 32), `{minimumBytes}` for whole answers. */
  constructor({ owner, port, request, expected }) {
    this.#owner = owner;
    this.#port = port;
    this.#request = request;
    this.#expected = expected;
  }

  /** Sends the call; its latency counts from `dueAt`. */
  send(dueAt) {
    this.busy = true;
    this.dueAt = dueAt;
    this.sentAt = performance.now();
    this.firstByteAt = 0;
    this.status = 0;
    this.#closeAfter = false;
    this.#events = 0;
    this.#afterLineFeed = false;
    this.#payloadBytes = 0;
    this.#tail = Buffer.alloc(0);
    if (this.#socket === null) this.#connect();
    this.#socket.write(this.#request);
  }

  /** Gives the call up, if there is one, and closes. */
  destroy(fault = null) {
    this.#socket?.destroy();
    this.#socket = null;
    if (this.busy) this.#endCall(fault);
  }

  #connect() {
    const socket = net.connect({ host: '127.0.0.1', port: this.#port, noDelay: true });
    this.#socket = socket;
    this.#reader = new MessageReader(this);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#closed(socket, error.code ?? 'socket error'));
    socket.on('close', () => this.#closed(socket, 'closed early'));
  }

  #read(chunk) {
    if (!this.busy) return this.destroy();
    try {
      this.#reader.push(chunk);
    } catch {
      this.destroy('broken framing');
    }
  }

  #closed(socket, fault) {
    if (this.#socket !== socket) return;
    this.#socket = null;
    if (this.busy) this.#endCall(this.#reader.endsAtClose ? this.#judge() : fault);
  }

  onHead(head) {
    this.status = Number(head.slice(9, 12));
    this.#closeAfter = /\r\nconnection:\s*close/i.test(head);
  }

  onBody(buffer, start, end) {
    if (this.firstByteAt === 0) this.firstByteAt = performance.now();
    this.#payloadBytes += end - start;
    const piece = buffer.subarray(Math.max(start, end - DONE_TAIL_BYTES), end);
    this.#tail =
      piece.length === DONE_TAIL_BYTES
        ? piece
        : Buffer.concat([this.#tail, piece]).subarray(-DONE_TAIL_BYTES);
    if (this.#expected.events !== undefined) this.#countEvents(buffer, start, end);
  }

  onEnd() {
    this.#endCall(this.#judge());
  }

  /** An event ends at a blank line, wherever the bytes were cut. */
  #countEvents(buffer, start, end) {
    let afterLineFeed = this.#afterLineFeed;
    for (let position = start; position < end; position++) {
      const byte = buffer[position];
      if (byte === LINE_FEED) {
        if (afterLineFeed) {
          this.#events++;
          this.#owner.onEvent();
        }
        afterLineFeed = !afterLineFeed;
      } else if (byte !== CARRIAGE_RETURN) {
        afterLineFeed = false;
      }
    }
    this.#afterLineFeed = afterLineFeed;
  }

  #judge() {
    if (this.status !== 200) return `status ${this.status}`;
    if (this.#expected.events !== undefined) {
      const { ending } = this.#expected;
      if (!this.#tail.toString('latin1').trimEnd().endsWith(ending)) return `no ${ending} at the end`;
      return this.#events === this.#expected.events ? null : `${this.#events} events`;
    }
    if (this.#payloadBytes < this.#expected.minimumBytes) return 'short answer';
    return this.#tail[this.#tail.length - 1] === CLOSING_BRACE ? null : 'cut answer';
  }

  #endCall(fault) {
    this.busy = false;
    if ((fault !== null || this.#closeAfter) && this.#socket !== null) {
      const socket = this.#socket;
      this.#socket = null;
      socket.destroy();
    }
    this.#owner.onCallEnd(this, fault);
  }
}
