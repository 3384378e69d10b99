const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SEMICOLON = 59;
const HEAD_LIMIT_BYTES = 65_536;

const HEAD = 0;
const COUNTED_BODY = 1;
const BODY_UNTIL_CLOSE = 2;
const CHUNK_SIZE = 3;
const CHUNK_DATA = 4;
const CHUNK_END = 5;
const TRAILER = 6;

/**
 * Reads HTTP/1.1 messages (requests or answers) from the bytes of one socket, cut anywhere.
 *
 * The sink gets `onHead(head)` (the text before the blank line), `onBody(buffer, start, end)` for every
 * piece of payload without its framing, and `onEnd()`. A faulty framing is reported by an exception.
 */
export class MessageReader {
  #sink;
  #state = HEAD;
  #pending = null;
  #left = 0;
  #inExtension = false;
  #lineLength = 0;

  constructor(sink) {
    this.#sink = sink;
  }

  /** Whether the message runs on until the peer closes the socket, so that closing is its regular end. */
  get endsAtClose() {
    return this.#state === BODY_UNTIL_CLOSE;
  }

  push(chunk) {
    let bytes = chunk;
    if (this.#pending !== null) {
      bytes = Buffer.concat([this.#pending, chunk]);
      this.#pending = null;
    }
    let position = 0;
    while (position < bytes.length) position = this.#step(bytes, position);
  }

  #step(bytes, position) {
    switch (this.#state) {
      case HEAD:
        return this.#readHead(bytes, position);
      case COUNTED_BODY:
        return this.#readCounted(bytes, position);
      case BODY_UNTIL_CLOSE:
        this.#sink.onBody(bytes, position, bytes.length);
        return bytes.length;
      case CHUNK_SIZE:
        return this.#readChunkSize(bytes, position);
      case CHUNK_DATA:
        return this.#readChunkData(bytes, position);
      case CHUNK_END:
        if (bytes[position] === LINE_FEED) this.#expectChunk();
        return position + 1;
      default:
        return this.#readTrailer(bytes, position);
    }
  }

  #readHead(bytes, position) {
    const end = bytes.indexOf('\r\n\r\n', position, 'latin1');
    if (end < 0) {
      if (bytes.length - position > HEAD_LIMIT_BYTES) throw new Error('the head of a message has no end');
      this.#pending = bytes.subarray(position);
      return bytes.length;
    }
    const head = bytes.latin1Slice(position, end + 2);
    if (head.startsWith('HTTP/1.1 100')) return end + 4;
    this.#sink.onHead(head);
    this.#chooseFraming(head);
    return end + 4;
  }

  #chooseFraming(head) {
    const length = /\r\ncontent-length:\s*(\d+)/i.exec(head);
    if (length !== null) {
      this.#left = Number(length[1]);
      if (this.#left === 0) this.#finish();
      else this.#state = COUNTED_BODY;
    } else if (/\r\ntransfer-encoding:[^\r]*chunked/i.test(head)) {
      this.#expectChunk();
    } else if (head.startsWith('HTTP/') && !/^HTTP\/1\.1 (204|304)/.test(head)) {
      this.#state = BODY_UNTIL_CLOSE;
    } else {
      this.#finish();
    }
  }

  #readCounted(bytes, position) {
    const end = Math.min(bytes.length, position + this.#left);
    this.#left -= end - position;
    this.#sink.onBody(bytes, position, end);
    if (this.#left === 0) this.#finish();
    return end;
  }

  #expectChunk() {
    this.#state = CHUNK_SIZE;
    this.#left = 0;
    this.#inExtension = false;
  }

  #readChunkSize(bytes, start) {
    for (let position = start; position < bytes.length; position++) {
      const byte = bytes[position];
      if (byte === LINE_FEED) {
        this.#state = this.#left === 0 ? TRAILER : CHUNK_DATA;
        this.#lineLength = 0;
        return position + 1;
      }
      if (byte === SEMICOLON) this.#inExtension = true;
      if (byte !== CARRIAGE_RETURN && !this.#inExtension) this.#left = this.#left * 16 + hexDigit(byte);
    }
    return bytes.length;
  }

  #readChunkData(bytes, position) {
    const end = Math.min(bytes.length, position + this.#left);
    this.#left -= end - position;
    this.#sink.onBody(bytes, position, end);
    if (this.#left === 0) this.#state = CHUNK_END;
    return end;
  }

  #readTrailer(bytes, start) {
    for (let position = start; position < bytes.length; position++) {
      const byte = bytes[position];
      if (byte === LINE_FEED) {
        if (this.#lineLength === 0) {
          this.#finish();
          return position + 1;
        }
        this.#lineLength = 0;
      } else if (byte !== CARRIAGE_RETURN) {
        this.#lineLength++;
      }
    }
    return bytes.length;
  }

  #finish() {
    this.#state = HEAD;
    this.#sink.onEnd();
  }
}

function hexDigit(byte) {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  if (lower >= 97 && lower <= 102) return lower - 87;
  throw new Error('a chunk size is not a hexadecimal number');
}
