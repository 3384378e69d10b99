// The model providers, faked on raw sockets and fast: answers are built once and written as bytes.
//
//   PORT=0 CHUNKS=50 PACE_MS=0 node bench/fake-upstream.mjs        prints {"listening":PORT}
//
// Served by the end of the path, whatever stands before it: POST …/chat/completions, …/responses and …/messages
// (whole or streamed), POST …/embeddings. POST /control with {"paceMs","chunks"} changes the streams that start from then
// on. Bodies are looked at in their first and last 4 KB only, so that a 4 MB body costs its reading and no more.
import net from 'node:net';
import {
  NUMBER_IN_IDS,
  chatStreamEvents,
  embeddingsAnswer,
  messagesStreamEvents,
  responsesStreamEvents,
  wholeChatAnswer,
  wholeMessagesAnswer,
  wholeResponsesAnswer,
} from './fake-answers.mjs';
import { MessageReader } from './http-messages.mjs';

const LOOKED_AT_BYTES = 4_096;
const MAX_PREPARED_ANSWERS = 200;

const settings = { paceMs: Number(process.env.PACE_MS ?? 0), chunks: Number(process.env.CHUNKS ?? 50) };
const prepared = new Map();

/** One connection of a client: reads its requests one after another and answers each. */
class UpstreamConnection {
  #socket;
  #reader = new MessageReader(this);
  #path = '';
  #first = [];
  #firstBytes = 0;
  #last = null;
  #timer = null;

  constructor(socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => clearInterval(this.#timer));
  }

  #read(chunk) {
    try {
      this.#reader.push(chunk);
    } catch {
      this.#socket.destroy();
    }
  }

  onHead(head) {
    this.#path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP/')).split('?', 1)[0];
    this.#first = [];
    this.#firstBytes = 0;
    this.#last = null;
    if (/\r\nexpect:\s*100-continue/i.test(head)) this.#socket.write('HTTP/1.1 100 Continue\r\n\r\n');
  }

  onBody(buffer, start, end) {
    if (this.#firstBytes < LOOKED_AT_BYTES) {
      const piece = buffer.latin1Slice(start, Math.min(end, start + LOOKED_AT_BYTES));
      this.#first.push(piece);
      this.#firstBytes += piece.length;
    }
    this.#last = buffer.subarray(Math.max(start, end - LOOKED_AT_BYTES), end);
  }

  onEnd() {
    const beginning = this.#first.join('');
    const looked = this.#firstBytes < LOOKED_AT_BYTES ? beginning : beginning + this.#last.latin1Slice();
    const answer = answerFor(this.#path, looked);
    if (Array.isArray(answer)) this.#stream(answer);
    else if (answer instanceof NumberedAnswer) this.#socket.write(answer.next());
    else this.#socket.write(answer);
  }

  #stream(pieces) {
    if (settings.paceMs === 0) {
      for (const piece of pieces) this.#socket.write(piece);
      return;
    }
    let next = 0;
    const writeNext = () => {
      this.#socket.write(pieces[next++]);
      if (next === pieces.length) clearInterval(this.#timer);
    };
    this.#timer = setInterval(writeNext, settings.paceMs);
    writeNext();
  }
}

let answers = 0;

/** An answer whose ids differ each time. */
class NumberedAnswer {
  #bytes;
  #places = [];

  constructor(bytes) {
    this.#bytes = bytes;
    for (let at = bytes.indexOf(NUMBER_IN_IDS); at >= 0; at = bytes.indexOf(NUMBER_IN_IDS, at + 1))
      this.#places.push(at);
  }

  next() {
    const copy = Buffer.from(this.#bytes);
    const number = String(++answers).padStart(NUMBER_IN_IDS.length, '0');
    for (const place of this.#places) copy.latin1Write(number, place);
    return copy;
  }
}

function answerFor(path, body) {
  if (path === '/control') return control(body);
  const kind = path.slice(path.lastIndexOf('/') + 1);
  const streamed = /"stream"\s*:\s*true/.test(body);
  const base64 = kind === 'embeddings' && /"encoding_format"\s*:\s*"base64"/.test(body);
  const model = /"model"\s*:\s*"([^"]{1,200})"/.exec(body)?.[1] ?? 'unknown';
  const key = `${kind} ${streamed} ${base64} ${model}`;
  let answer = prepared.get(key);
  if (answer === undefined) {
    if (prepared.size >= MAX_PREPARED_ANSWERS) prepared.clear();
    answer = prepareAnswer(kind, { model, streamed, base64 });
    prepared.set(key, answer);
  }
  return answer;
}

function prepareAnswer(kind, { model, streamed, base64 }) {
  switch (kind) {
    case 'completions':
      return streamed
        ? eventStream(chatStreamEvents(model, settings.chunks))
        : json(200, wholeChatAnswer(model));
    case 'responses':
      return streamed
        ? eventStream(responsesStreamEvents(model, settings.chunks))
        : new NumberedAnswer(json(200, wholeResponsesAnswer(model)));
    case 'messages':
      return streamed
        ? eventStream(messagesStreamEvents(model, settings.chunks))
        : json(200, wholeMessagesAnswer(model));
    case 'embeddings':
      return json(200, embeddingsAnswer(model, base64));
    default:
      return json(404, {
        error: { message: 'Not served by the fake upstream.', type: 'invalid_request_error' },
      });
  }
}

function control(body) {
  const wanted = JSON.parse(body);
  if (Number.isInteger(wanted.paceMs)) settings.paceMs = wanted.paceMs;
  if (Number.isInteger(wanted.chunks)) settings.chunks = wanted.chunks;
  prepared.clear();
  return json(200, settings);
}

function json(status, value) {
  const body = JSON.stringify(value);
  const reason = status === 200 ? 'OK' : 'Not Found';
  return Buffer.from(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\nx-request-id: req_bench\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Every event is a write of its own, as real providers send them; head and end ride with the outer ones. */
function eventStream(events) {
  const head =
    'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ncache-control: no-cache\r\n' +
    'x-request-id: req_bench\r\ntransfer-encoding: chunked\r\n\r\n';
  const last = events.length - 1;
  return events.map((event, index) => {
    const chunk = `${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`;
    return Buffer.from(`${index === 0 ? head : ''}${chunk}${index === last ? '0\r\n\r\n' : ''}`);
  });
}

const server = net.createServer({ noDelay: true }, (socket) => new UpstreamConnection(socket));
server.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1', backlog: 2_048 }, () =>
  console.log(JSON.stringify({ listening: server.address().port })),
);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
// Started by the benchmark, standard input is a pipe that closes with it, even when it is killed.
if (process.env.EXIT_WITH_STDIN === '1') process.stdin.resume().on('close', () => process.exit(0));
