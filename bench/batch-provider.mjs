// A provider of Message Batches for benchmarks: takes creates as fast as it can, ends them when it is told, and answers
// every request with the same small message. Prints {"port"} when it listens. POST /end ends all batches.
import { createServer } from 'node:http';

const ITEM = /"custom_id":"([^"\\]{1,64})"/g;
const MESSAGE =
  '{"id":"msg_1","type":"message","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"text","text":"' +
  'A short answer. '.repeat(20) +
  '"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":800,"output_tokens":80}}';

const batches = [];

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => answer(request, response, Buffer.concat(chunks)));
});

function answer(request, response, body) {
  const path = request.url.split('?')[0];
  if (path === '/end') {
    for (const batch of batches) batch.ended = true;
    return send(response, {});
  }
  const [, id, action] = /\/v1\/messages\/batches(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
  if (id === undefined && request.method === 'POST') {
    const ids = [...body.toString('latin1').matchAll(ITEM)].map(([, customId]) => customId);
    const batch = {
      id: `msgbatch_bench_${batches.length}`,
      ids,
      ended: false,
      createdAt: new Date().toISOString(),
    };
    batches.push(batch);
    return send(response, present(batch));
  }
  if (id === undefined)
    return send(response, { data: batches.map(present), has_more: false, first_id: null, last_id: null });
  const batch = batches.find((one) => one.id === id);
  if (action !== 'results') return send(response, present(batch));
  response.writeHead(200, { 'content-type': 'application/x-jsonl' });
  writeResults(batch.ids, 0, response);
}

function writeResults(ids, from, response) {
  for (let index = from; index < ids.length; index += 1) {
    const line = `{"custom_id":"${ids[index]}","result":{"type":"succeeded","message":${MESSAGE}}}\n`;
    if (!response.write(line)) return response.once('drain', () => writeResults(ids, index + 1, response));
  }
  response.end();
}

function present({ id, ids, ended, createdAt }) {
  return {
    id,
    type: 'message_batch',
    processing_status: ended ? 'ended' : 'in_progress',
    request_counts: {
      processing: ended ? 0 : ids.length,
      succeeded: ended ? ids.length : 0,
      errored: 0,
      canceled: 0,
      expired: 0,
    },
    created_at: createdAt,
    expires_at: createdAt,
    ended_at: ended ? createdAt : null,
    cancel_initiated_at: null,
    archived_at: null,
    results_url: null,
  };
}

function send(response, value) {
  const text = JSON.stringify(value);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
process.once('SIGTERM', () => process.exit(0));
