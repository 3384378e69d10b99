// The same batch through OpenAI's door: a file of lines in a form, a batch of it, its end, and its output file.
import { once } from 'node:events';
import { request as openRequest } from 'node:http';

const MB = 1_048_576;
const BOUNDARY = 'bench-boundary';
const PORTION_ITEMS = 25_000;

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50));

/** The form as it is sent, piece by piece. */
async function* form({ items, megabytes }) {
  const text = 'Lorem ipsum dolor sit amet, consectetur. '.repeat(
    Math.ceil(((megabytes * MB) / items - 200) / 41),
  );
  yield Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n` +
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.jsonl"\r\n\r\n`,
  );
  for (let from = 0; from < items; from += 20) {
    const lines = [];
    for (let index = from; index < Math.min(from + 20, items); index += 1)
      lines.push(
        `{"custom_id":"item-${index}","method":"POST","url":"/v1/chat/completions","body":{"model":"vendora/claude-haiku-4-5","max_tokens":100,"messages":[{"role":"user","content":"${text}"}]}}\n`,
      );
    yield Buffer.from(lines.join(''));
  }
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

async function uploadFile(url, headers, options) {
  const request = openRequest(`${url}/files`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answered = once(request, 'response');
  for await (const piece of form(options)) if (!request.write(piece)) await once(request, 'drain');
  request.end();
  const [response] = await answered;
  let text = '';
  for await (const chunk of response) text += chunk;
  if (response.statusCode !== 200) throw new Error(`the file was refused: ${response.statusCode} ${text}`);
  return JSON.parse(text);
}

/**
 * @param measured runs something and tells its result, its seconds, and the gateway's peak memory
 * @param endBatches makes the provider end what it has
 * @param countAtProvider how many batches the provider has
 */
export async function runOpenAiDoor({ gatewayUrl, headers, options, measured, endBatches, countAtProvider }) {
  const url = `${gatewayUrl}/api/v1/openai`;
  const call = async (path, init = {}) => {
    const answer = await fetch(`${url}${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
    return answer.json();
  };
  const upload = await measured(() => uploadFile(url, headers, options));
  const body = JSON.stringify({
    input_file_id: upload.result.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  });
  const countBefore = await countAtProvider();
  const create = await measured(() => call('/batches', { method: 'POST', body }));
  const { id } = create.result;
  const handOver = await measured(async () => {
    while ((await countAtProvider()) < countBefore + Math.ceil(options.items / PORTION_ITEMS))
      await aMoment();
  });
  await endBatches();
  const end = await measured(async () => {
    for (;;) {
      const batch = await call(`/batches/${id}`);
      if (batch.status === 'completed') return batch;
      await aMoment();
    }
  });
  if (end.result.request_counts.completed !== options.items)
    throw new Error(`only ${end.result.request_counts.completed} completed`);
  const download = await measured(async () => {
    const answer = await fetch(`${url}/files/${end.result.output_file_id}/content`, { headers });
    let bytes = 0;
    for await (const chunk of answer.body) bytes += chunk.length;
    return bytes;
  });
  return { upload, create, handOver, end, download };
}
