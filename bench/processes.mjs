import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';

const STOP_GRACE_MS = 10_000;
const LISTEN_LIMIT_MS = 15_000;
const started = new Set();

/**
 * Starts a Node script in a process group of its own (Ctrl-C reaches only the benchmark, which then stops
 * everything in order) and remembers it for `stopAllProcesses`. With a `logFile` its output goes there.
 */
export function startNode({ name, args, env, cwd, logFile }) {
  const log = logFile === undefined ? null : openSync(logFile, 'a');
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: log === null ? ['pipe', 'pipe', 'inherit'] : ['ignore', log, log],
    detached: true,
  });
  if (log !== null) closeSync(log);
  const exited = new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ?? code));
    child.on('error', (error) => resolve(error.message));
  });
  const handle = { name, pid: child.pid, child, exited, hasExited: false, logFile };
  void exited.then(() => {
    handle.hasExited = true;
    started.delete(handle);
  });
  started.add(handle);
  return handle;
}

/** Starts one of this folder's scripts that print `{"listening":PORT}` and answers the handle with its `port`. */
export async function startScript({ name, script, env }) {
  const handle = startNode({ name, args: [script], env: { ...env, EXIT_WITH_STDIN: '1' } });
  const line = await withinTime(
    LISTEN_LIMIT_MS,
    new Promise((resolve, reject) => {
      let text = '';
      handle.child.stdout.on('data', (chunk) => {
        text += chunk;
        if (text.includes('\n')) resolve(text);
      });
      void handle.exited.then((code) => reject(new Error(`${name} ended at its start (${code})`)));
    }),
    `${name} did not start listening`,
  );
  return Object.assign(handle, { port: JSON.parse(line).listening });
}

/** SIGTERM, some grace, then SIGKILL; by the id of a child that this process started and has not yet reaped. */
export async function stopProcess(handle) {
  if (handle.hasExited) return;
  handle.child.kill('SIGTERM');
  const hardStop = setTimeout(() => handle.child.kill('SIGKILL'), STOP_GRACE_MS);
  await handle.exited;
  clearTimeout(hardStop);
}

/** Stops whatever is still running, newest first. */
export async function stopAllProcesses() {
  for (const handle of [...started].reverse()) await stopProcess(handle);
}

/** A port of the loopback interface that was free a moment ago. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Asks `url` until it answers with a status below 500; throws when the process ends first or time runs out. */
export async function waitUntilAnswering(handle, url, limitMs) {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if (handle.hasExited) throw new Error(`${handle.name} ended at its start:\n${logTail(handle)}`);
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      await answer.arrayBuffer();
      if (answer.status < 500) return;
    } catch {
      // Not listening yet: asked again below until the deadline.
    }
    await pause(100);
  }
  throw new Error(`${handle.name} did not answer ${url} within ${limitMs / 1_000} s:\n${logTail(handle)}`);
}

/** The last lines that a process with a log file wrote. */
export function logTail(handle, lines = 15) {
  try {
    return readFileSync(handle.logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The promise's value, or an exception with `message` when it takes longer. */
export async function withinTime(limitMs, promise, message) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
