// Load over loopback: a closed loop (every connection sends again as soon as it was answered) or an open loop
// (calls are due at a fixed rate, and latency counts from the moment a call was due). As a module: `startLoad`.
// By hand, against any address of this machine:
//
//   node bench/load.mjs --port 8080 --path /v1/chat/completions --body '{"model":"m",…}' [--header 'k: v']
//        [--connections 16] [--rate 300] [--seconds 5] [--warm-up 1] [--events 52]      prints one JSON object
import { pathToFileURL } from 'node:url';
import { LoadConnection, buildRequest } from './load-connection.mjs';
import { distribution } from './statistics.mjs';

const CALL_TIMEOUT_MS = 20_000;
const DRAIN_LIMIT_MS = 8_000;
const PAUSE_AFTER_FAULT_MS = 20;
/** Timers of Node are a millisecond coarse: the last stretch to a due time is waited for in the event loop. */
const COARSE_TIMER_MS = 1.5;

/**
 * Starts a load. Options: `{port, path, headers, body, expected, connections, seconds}` and, when wanted,
 * `warmUpSeconds`, `calls` (ends when so many were measured), `ratePerSecond` (open loop), `rampSeconds`
 * (connections begin spread over it), `onWindowStart` and `onWindowEnd` (called at the borders of what counts).
 *
 * Answers `{finished, stop}`; `finished` gives `{seconds, calls, callsPerSecond, events, eventsPerSecond, latency,
 * firstByte, faults, statuses}`: calls, events and times of the measured window, faults of the whole run.
 */
export function startLoad(options) {
  const run = new LoadRun(options);
  run.start();
  return { finished: run.finished, stop: () => run.closeWindow() };
}

class LoadRun {
  #options;
  #connections;
  #idle = [];
  #overdue = [];
  #phase = 'warm-up';
  #windowStart = 0;
  #windowEnd = 0;
  #calls = 0;
  #events = 0;
  #latencies = [];
  #firstBytes = [];
  #faults = {};
  #statuses = {};
  #timers = new Set();
  #resolve;

  constructor(options) {
    this.#options = options;
    const request = buildRequest(options);
    this.#connections = Array.from(
      { length: options.connections },
      () => new LoadConnection({ owner: this, port: options.port, request, expected: options.expected }),
    );
    this.finished = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  start() {
    const { connections, rampSeconds = 0, ratePerSecond, warmUpSeconds = 0 } = this.#options;
    this.sweeper = setInterval(() => this.#cutStuckCalls(), 1_000);
    if (ratePerSecond !== undefined) {
      this.#idle.push(...this.#connections);
      this.#runSchedule(performance.now(), 0);
    } else {
      this.#connections.forEach((connection, index) => {
        const delay = (rampSeconds * 1_000 * index) / connections;
        if (delay < 1) this.#send(connection);
        else this.#later(delay, () => this.#send(connection));
      });
    }
    if (warmUpSeconds > 0) this.#later(warmUpSeconds * 1_000, () => this.#openWindow());
    else this.#openWindow();
  }

  #later(milliseconds, action) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, milliseconds);
    this.#timers.add(timer);
  }

  #openWindow() {
    if (this.#phase !== 'warm-up') return;
    this.#phase = 'window';
    this.#options.onWindowStart?.();
    this.#windowStart = performance.now();
    if (Number.isFinite(this.#options.seconds)) {
      this.#later(this.#options.seconds * 1_000, () => this.closeWindow());
    }
  }

  /** Ends what counts; calls under way are still awaited, so that none is cut. */
  closeWindow() {
    if (this.#phase === 'draining' || this.#phase === 'ended') return;
    if (this.#phase === 'warm-up') this.#windowStart = performance.now();
    this.#phase = 'draining';
    this.#windowEnd = performance.now();
    this.#options.onWindowEnd?.();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#endWhenDrained();
  }

  #send(connection, dueAt = performance.now()) {
    if (this.#phase === 'draining' || this.#phase === 'ended') return;
    connection.send(dueAt);
  }

  /** Open loop: hands every call that is due to an idle connection, or to the queue when all are busy. */
  #runSchedule(base, first) {
    let index = first;
    const step = () => {
      if (this.#phase === 'draining' || this.#phase === 'ended') return;
      const interval = 1_000 / this.#options.ratePerSecond;
      const now = performance.now();
      for (let dueAt = base + index * interval; dueAt <= now; dueAt = base + ++index * interval) {
        const connection = this.#idle.pop();
        if (connection === undefined) this.#overdue.push(dueAt);
        else this.#send(connection, dueAt);
      }
      const wait = base + index * interval - performance.now();
      if (wait > COARSE_TIMER_MS + 1) setTimeout(step, wait - COARSE_TIMER_MS);
      else setImmediate(step);
    };
    step();
  }

  onEvent() {
    if (this.#phase === 'window') this.#events++;
  }

  onCallEnd(connection, fault) {
    if (this.#phase === 'ended') return;
    if (connection.status !== 0) count(this.#statuses, String(connection.status));
    if (fault !== null) count(this.#faults, fault);
    else this.#record(connection);
    if (this.#phase === 'draining') this.#endWhenDrained();
    else this.#sendNext(connection, fault);
  }

  /** A closed loop counts what ends inside the window; an open one what was due inside it. */
  #record(connection) {
    const openLoop = this.#options.ratePerSecond !== undefined;
    if (
      this.#phase === 'warm-up' ||
      (openLoop ? connection.dueAt < this.#windowStart : this.#phase !== 'window')
    )
      return;
    this.#calls++;
    this.#latencies.push(performance.now() - connection.dueAt);
    this.#firstBytes.push(connection.firstByteAt - connection.dueAt);
    if (this.#calls >= (this.#options.calls ?? Infinity)) this.closeWindow();
  }

  #sendNext(connection, fault) {
    if (this.#options.ratePerSecond !== undefined) {
      if (this.#overdue.length > 0) this.#send(connection, this.#overdue.shift());
      else this.#idle.push(connection);
    } else if (fault !== null) {
      this.#later(PAUSE_AFTER_FAULT_MS, () => this.#send(connection));
    } else {
      this.#send(connection);
    }
  }

  #cutStuckCalls() {
    const now = performance.now();
    const drainingTooLong = this.#phase === 'draining' && now - this.#windowEnd > DRAIN_LIMIT_MS;
    for (const connection of this.#connections) {
      if (connection.busy && (drainingTooLong || now - connection.sentAt > CALL_TIMEOUT_MS)) {
        connection.destroy('no answer in time');
      }
    }
  }

  #endWhenDrained() {
    if (this.#phase !== 'draining' || this.#connections.some((connection) => connection.busy)) return;
    this.#phase = 'ended';
    clearInterval(this.sweeper);
    for (const connection of this.#connections) connection.destroy();
    // Due, but never sent because every connection was busy until the end: an overload, which must not look fast.
    if (this.#overdue.length > this.#options.connections)
      this.#faults['fell behind the rate'] = this.#overdue.length;
    const seconds = (this.#windowEnd - this.#windowStart) / 1_000;
    this.#resolve({
      seconds,
      calls: this.#calls,
      callsPerSecond: this.#calls / seconds,
      events: this.#events,
      eventsPerSecond: this.#events / seconds,
      latency: distribution(this.#latencies),
      firstByte: distribution(this.#firstBytes),
      faults: this.#faults,
      statuses: this.#statuses,
    });
  }
}

function count(tally, key) {
  tally[key] = (tally[key] ?? 0) + 1;
}

async function runByHand(argv) {
  const options = { path: '/', headers: {}, body: '{}', connections: 1, seconds: 5, warmUpSeconds: 1 };
  const numbers = { '--port': 'port', '--connections': 'connections', '--rate': 'ratePerSecond' };
  Object.assign(numbers, { '--seconds': 'seconds', '--warm-up': 'warmUpSeconds', '--calls': 'calls' });
  let expected = { minimumBytes: 1 };
  for (let index = 0; index < argv.length; index += 2) {
    const [name, value] = [argv[index], argv[index + 1]];
    if (numbers[name] !== undefined) options[numbers[name]] = Number(value);
    else if (name === '--path' || name === '--body') options[name.slice(2)] = value;
    else if (name === '--events') expected = { events: Number(value), ending: 'data: [DONE]' };
    else if (name === '--header')
      options.headers[value.split(':')[0]] = value.slice(value.indexOf(':') + 1).trim();
    else throw new Error(`unknown option ${name}`);
  }
  console.log(JSON.stringify(await startLoad({ ...options, expected }).finished));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runByHand(process.argv.slice(2));
