// 1,000 slow Messages streams at once: memory per stream while they run, whether it stays flat, and the first byte that the
// gateway adds against a direct call. How to read it: bench/README.md. Needs a build.
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startGatewayPeer, stopLeftDatabase } from './gateway-peer.mjs';
import { machineFacts } from './machine-facts.mjs';
import { residentMb } from './process-costs.mjs';
import { pause, startScript, stopAllProcesses } from './processes.mjs';
import { readNumbers } from './read-numbers.mjs';
import { median } from './statistics.mjs';

const USAGE = `node bench/slow-streams.mjs [options]

  --streams N   streams at once (1000)
  --chunks N    events a stream (60)
  --pace MS     between two events (500)
  --first N     first bytes measured, one at a time (300)`;

const MODEL = 'vendora/claude-haiku-4-5';
const SAMPLE_MS = 1_000;

const DEFAULTS = { streams: 1_000, chunks: 60, pace: 500, first: 300 };

const body = JSON.stringify({
  model: MODEL,
  max_tokens: 512,
  stream: true,
  messages: [{ role: 'user', content: 'Hi! Tell me about a quiet village by the sea.' }],
});

async function startStream({ port, path, headers, agent }) {
  const start = performance.now();
  const request = openRequest({
    port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
  });
  request.end(body);
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`a stream answered ${response.statusCode}`);
  const end = once(response, 'end');
  let bytes = 0;
  const first = new Promise((resolve) => response.once('data', () => resolve(performance.now() - start)));
  response.on('data', (chunk) => (bytes += chunk.length));
  return { first: await first, end: end.then(() => bytes) };
}

async function control(upstream, settings) {
  await fetch(`http://127.0.0.1:${upstream.port}/control`, {
    method: 'POST',
    body: JSON.stringify(settings),
  });
}

async function addedFirstByte({ upstream, gateway, headers, count }) {
  await control(upstream, { paceMs: 0, chunks: 5 });
  const agent = new Agent({ keepAlive: true });
  const measure = async (target) => {
    const { first, end } = await startStream({ ...target, agent });
    await end;
    return first;
  };
  const direct = { port: upstream.port, path: '/v1/messages', headers: { 'x-api-key': 'dummy' } };
  const through = { port: gateway.port, path: '/api/v1/messages', headers };
  const times = { direct: [], through: [] };
  for (let index = 0; index < count + 100; index += 1) {
    const [directMs, throughMs] = [await measure(direct), await measure(through)];
    if (index < 100) continue;
    times.direct.push(directMs);
    times.through.push(throughMs);
  }
  agent.destroy();
  return median(times.through) - median(times.direct);
}

async function manyStreams({ upstream, gateway, headers, options }) {
  await control(upstream, { paceMs: options.pace, chunks: options.chunks });
  const before = residentMb(gateway.pid);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const samples = [];
  const timer = setInterval(() => samples.push(residentMb(gateway.pid)), SAMPLE_MS);
  const streams = await Promise.all(
    Array.from({ length: options.streams }, () =>
      startStream({ port: gateway.port, path: '/api/v1/messages', headers, agent }),
    ),
  );
  const startedMb = residentMb(gateway.pid);
  samples.length = 0;
  const sizes = new Set(await Promise.all(streams.map(({ end }) => end)));
  clearInterval(timer);
  agent.destroy();
  const half = Math.floor(samples.length / 2);
  return {
    before,
    startedMb,
    firstHalfMb: Math.max(...samples.slice(0, half)),
    secondHalfMb: Math.max(...samples.slice(half)),
    sizes: [...sizes],
  };
}

const options = readNumbers(process.argv.slice(2), { defaults: DEFAULTS, usage: USAGE });
const folder = mkdtempSync(join(tmpdir(), 'gateway-bench-streams-'));
chmodSync(folder, 0o755);
try {
  const upstream = await startScript({
    name: 'fake upstream',
    script: fileURLToPath(new URL('fake-upstream.mjs', import.meta.url)),
    env: {},
  });
  const gateway = await startGatewayPeer(upstream, folder);
  const headers = gateway.headers({ large: false });
  const firstByte = await addedFirstByte({ upstream, gateway, headers, count: options.first });
  await pause(1_000);
  const { before, startedMb, firstHalfMb, secondHalfMb, sizes } = await manyStreams({
    upstream,
    gateway,
    headers,
    options,
  });
  console.log(`${JSON.stringify(machineFacts())}\n`);
  console.log('| Measure | Result | Goal |\n|---|---|---|');
  console.log(`| first byte added, p50, one at a time, ms | ${firstByte.toFixed(2)} | < 1 |`);
  console.log(
    `| streams at once, ${options.chunks} events ${options.pace} ms apart | ${options.streams}, all whole: ${sizes.length === 1} | hold |`,
  );
  console.log(
    `| resident MB before / all started / peak of the first half / of the second half | ${[before, startedMb, firstHalfMb, secondHalfMb].map((mb) => mb.toFixed(0)).join(' / ')} | flat |`,
  );
  console.log(
    `| KB a stream at the peak | ${(((Math.max(firstHalfMb, secondHalfMb) - before) * 1_024) / options.streams).toFixed(0)} | |`,
  );
} finally {
  await stopAllProcesses();
  await stopLeftDatabase(folder);
  rmSync(folder, { recursive: true, force: true });
}
