// Large batches: how long a submission of many requests takes until its provider has it, how long its end takes, memory in
// both, the rate of a results download, and status polls a second. How to read it: bench/README.md. Needs a build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { startBuiltGateway } from './built-gateway.mjs';
import { stopLeftDatabase } from './gateway-peer.mjs';
import { busyCores, machineFacts } from './machine-facts.mjs';
import { runOpenAiDoor } from './openai-door.mjs';
import { residentMb } from './process-costs.mjs';
import { stopAllProcesses } from './processes.mjs';
import { readNumbers } from './read-numbers.mjs';

const USAGE = `node bench/batches.mjs [options]

  --items N        requests in the batch (60000)
  --megabytes N    size of the upload (200)
  --polls N        status polls (5000)
  --connections N  polls under way at once (16)`;

const MEMORY_SAMPLE_MS = 50;
const GOALS = {
  submitSeconds: 60,
  endSeconds: 60,
  residentMb: 400,
  downloadMbPerSecond: 100,
  pollsPerSecond: 1_000,
};
const MB = 1_048_576;

const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-batches-'));
chmodSync(folder, 0o755);

const DEFAULTS = { items: 60_000, megabytes: 200, polls: 5_000, connections: 16 };

async function startProvider() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('batch-provider.mjs', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, origin: `http://127.0.0.1:${JSON.parse(line).port}` };
}

async function startGateway(providerOrigin) {
  const { handle, url, manage } = await startBuiltGateway(folder, {
    PROVIDER_A_BASE_URL: providerOrigin,
    PROVIDER_A_API_KEY: 'dummy',
  });
  const organization = await manage('POST', '/organizations', {
    name: 'bench',
    rate_limits: { batch_polls: 'unlimited', batch_submissions: 'unlimited' },
  });
  await manage('POST', `/organizations/${organization.id}/credits`, { amount_usd: 100_000, note: 'bench' });
  const project = await manage('POST', `/organizations/${organization.id}/projects`, { name: 'bench' });
  const { key } = await manage('POST', `/projects/${project.id}/keys`, { name: 'bench' });
  return { handle, url, apiKey: key };
}

/** The submission as it is sent, piece by piece: the client holds no more of it than the gateway should. */
async function* submission({ items, megabytes }) {
  const text = 'Lorem ipsum dolor sit amet, consectetur. '.repeat(
    Math.ceil(((megabytes * MB) / items - 120) / 41),
  );
  yield Buffer.from('{"requests":[');
  for (let from = 0; from < items; from += 20) {
    const part = [];
    for (let index = from; index < Math.min(from + 20, items); index += 1)
      part.push(
        `{"custom_id":"item-${index}","body":{"model":"vendora/claude-haiku-4-5","max_tokens":100,"messages":[{"role":"user","content":"${text}"}]}}`,
      );
    yield Buffer.from((from === 0 ? '' : ',') + part.join(','));
  }
  yield Buffer.from(']}');
}

/** Peak resident memory of the gateway's process while something runs, and how long that takes. */
async function measured(pid, work) {
  let peak = residentMb(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, MEMORY_SAMPLE_MS);
  const start = performance.now();
  try {
    return {
      result: await work(),
      seconds: (performance.now() - start) / 1_000,
      peakMb: (peak = Math.max(peak, residentMb(pid))),
    };
  } finally {
    clearInterval(timer);
  }
}

async function putUpload(uploadUrl, options) {
  const request = openRequest(uploadUrl, { method: 'PUT', headers: { 'content-type': 'application/json' } });
  const answered = once(request, 'response');
  for await (const piece of submission(options)) if (!request.write(piece)) await once(request, 'drain');
  request.end();
  const [response] = await answered;
  let text = '';
  for await (const chunk of response) text += chunk;
  if (response.statusCode !== 200) throw new Error(`the upload was refused: ${response.statusCode} ${text}`);
  return JSON.parse(text);
}

async function run(options) {
  const provider = await startProvider();
  const { handle, url, apiKey } = await startGateway(provider.origin);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const call = async (path, init = {}) => {
    const answer = await fetch(`${url}/api/v1/route/batches${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
    return answer.json();
  };
  try {
    const idleMb = residentMb(handle.pid);
    const { object, upload_url: uploadUrl } = await call('/uploads', { method: 'POST' });
    const upload = await measured(handle.pid, () => putUpload(uploadUrl, options));
    const submit = await measured(handle.pid, () =>
      call('', { method: 'POST', body: JSON.stringify({ input_object: object }) }),
    );
    const { id } = submit.result;
    const polls = await measured(handle.pid, () => poll({ url, id, headers, options }));
    await fetch(`${provider.origin}/end`, { method: 'POST' });
    const end = await measured(handle.pid, async () => {
      for (;;) {
        const status = await call(`/${id}`);
        if (status.status === 'ended') return status;
      }
    });
    if (end.result.succeeded_count !== options.items)
      throw new Error(`only ${end.result.succeeded_count} succeeded`);
    const download = await measured(handle.pid, () =>
      readResults(`${url}/api/v1/route/batches/${id}/results`, headers),
    );
    const openAi = await runOpenAiDoor({
      gatewayUrl: url,
      headers,
      options,
      measured: (work) => measured(handle.pid, work),
      endBatches: () => fetch(`${provider.origin}/end`, { method: 'POST' }),
      countAtProvider: async () => {
        const list = await (await fetch(`${provider.origin}/v1/messages/batches`)).json();
        return list.data.length;
      },
    });
    return { idleMb, upload, submit, polls, end, download, openAi };
  } finally {
    provider.child.kill('SIGTERM');
  }
}

async function poll({ url, id, headers, options }) {
  const pool = new Pool(url, { connections: options.connections });
  let left = options.polls;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const { statusCode, body } = await pool.request({
        path: `/api/v1/route/batches/${id}`,
        method: 'GET',
        headers,
      });
      if (statusCode !== 200) throw new Error(`a poll answered ${statusCode}`);
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: options.connections }, work));
  await pool.close();
}

async function readResults(address, headers) {
  const answer = await fetch(address, { headers });
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return bytes;
}

function report(options, { idleMb, upload, submit, polls, end, download, openAi }) {
  const verdict = (passed) => (passed ? 'pass' : 'below');
  const downloadRate = download.result / MB / download.seconds;
  const pollRate = options.polls / polls.seconds;
  const rows = [
    ['upload', `${upload.seconds.toFixed(1)} s`, `${upload.peakMb.toFixed(0)} MB`, '', ''],
    [
      'validated, priced, split, handed over',
      `${submit.seconds.toFixed(1)} s`,
      `${submit.peakMb.toFixed(0)} MB`,
      `< ${GOALS.submitSeconds} s, < ${GOALS.residentMb} MB`,
      verdict(submit.seconds < GOALS.submitSeconds && submit.peakMb < GOALS.residentMb),
    ],
    [
      'status polls',
      `${pollRate.toFixed(0)}/s`,
      `${polls.peakMb.toFixed(0)} MB`,
      `> ${GOALS.pollsPerSecond}/s`,
      verdict(pollRate > GOALS.pollsPerSecond),
    ],
    [
      'results assembled and billed',
      `${end.seconds.toFixed(1)} s`,
      `${end.peakMb.toFixed(0)} MB`,
      `< ${GOALS.endSeconds} s, < ${GOALS.residentMb} MB`,
      verdict(end.seconds < GOALS.endSeconds && end.peakMb < GOALS.residentMb),
    ],
    [
      'results download',
      `${downloadRate.toFixed(0)} MB/s`,
      `${download.peakMb.toFixed(0)} MB`,
      `> ${GOALS.downloadMbPerSecond} MB/s`,
      verdict(downloadRate > GOALS.downloadMbPerSecond),
    ],
    ...openAiRows(openAi),
  ];
  const lines = [
    '| Step | Result | Peak memory | Goal | Verdict |',
    '|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ];
  console.log(
    `## Batches: ${options.items} requests, ${options.megabytes} MB, one portion's size at most 25,000; idle ${idleMb.toFixed(0)} MB\n\n${lines.join('\n')}`,
  );
}

/** In a process that has done all of the above: its memory is that of both. */
function openAiRows({ upload, create, handOver, end, download }) {
  const row = (name, { seconds, peakMb }) => [
    `OpenAI: ${name}`,
    `${seconds.toFixed(1)} s`,
    `${peakMb.toFixed(0)} MB`,
    '',
    '',
  ];
  const rate = download.result / MB / download.seconds;
  return [
    row('upload of the file', upload),
    row('validated, priced and reserved, until the answer', create),
    row('handed over, beside the answer', handOver),
    row('results assembled and billed', end),
    ['OpenAI: output file', `${rate.toFixed(0)} MB/s`, `${download.peakMb.toFixed(0)} MB`, '', ''],
  ];
}

const options = readNumbers(process.argv.slice(2), { defaults: DEFAULTS, usage: USAGE });
const before = busyCores();
try {
  const facts = machineFacts();
  const result = await run(options);
  console.log(`${JSON.stringify({ facts, busyBefore: await before })}\n`);
  report(options, result);
} finally {
  await stopAllProcesses();
  await stopLeftDatabase(folder);
  rmSync(folder, { recursive: true, force: true });
}
