import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { stopLeftoverServer } from './leftover-server.js';
import { SERVER_ENVIRONMENT } from './run-as.js';
import type { ServerAccount } from './server-account.js';
import type { ServerBinaries } from './server-binaries.js';

/** A clean stop takes some 30 ms; a large checkpoint on a slow disk may take seconds. */
const CLEAN_STOP_MS = 10_000;
const LOG_TAIL_CHARS = 8_000;
const WATCHER_DESCRIPTOR = 3;
/**
 * For glibc; others ignore it. By default a process gives memory back as soon as 128 KB are free at the end of its heap, so
 * that a statement may take and return the same pages each time: twice its CPU time, by luck of where things lie.
 */
const MEMORY_SETTINGS: Readonly<Record<string, string>> = {
  MALLOC_TOP_PAD_: String(1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
};

/**
 * Starts the server, and beside it a watcher that reads a pipe of which we hold the other end. The pipe closes when we
 * stop the server and when we die, by kill -9 too; then the watcher tells the server to shut down in good order, and tells
 * it again: a server that is only just starting does not listen to signals yet. The shell ignores signals: Ctrl-C and
 * SIGTERM are for the gateway, which needs its database until its last call is done.
 */
const WATCHED_START = `
"$@" </dev/null 3<&- & server=$!
trap '' INT TERM HUP
{ read -r ended <&3; while kill -INT "$server"; do sleep 0.2 || sleep 1; done; } </dev/null >/dev/null 2>&1 & watcher=$!
wait "$server"; code=$?
kill -KILL "$watcher" 2>/dev/null
exit "$code"`;

/** A running server process: its last words, its end, and the way to stop it. */
export class ServerProcess {
  /** Settles when the server is gone, for whatever reason. */
  readonly exited: Promise<void>;
  private readonly child: ChildProcess;
  private readonly clusterDir: string;
  private readonly pgCtl: string;
  private logTail = '';
  private running = true;

  constructor({
    binaries,
    serverArguments,
    clusterDir,
    account,
  }: {
    binaries: ServerBinaries;
    serverArguments: string[];
    clusterDir: string;
    account: ServerAccount | undefined;
  }) {
    this.clusterDir = clusterDir;
    this.pgCtl = binaries.pgCtl;
    this.child = spawnServer({ postgres: binaries.postgres, serverArguments, clusterDir, account });
    this.child.stderr?.on('data', (bytes: Buffer) => {
      this.logTail = (this.logTail + bytes.toString('utf8')).slice(-LOG_TAIL_CHARS);
    });
    this.exited = new Promise((resolve) => {
      this.child.once('close', () => {
        this.running = false;
        resolve();
      });
      this.child.once('error', (error) => {
        this.logTail += `FATAL: ${error.message}\n`;
        this.running = false;
        resolve();
      });
    });
  }

  get isRunning(): boolean {
    return this.running;
  }

  /** The end of what the server wrote to its log. */
  get recentLog(): string {
    return this.logTail;
  }

  /** Fast shutdown: open transactions roll back, everything committed is on disk. Forced when it takes too long. */
  async stop(): Promise<void> {
    if (!this.running) return;
    if (process.platform === 'win32')
      spawnSync(this.pgCtl, ['stop', '-D', this.clusterDir, '-m', 'fast', '-w']);
    else closeWatcherPipe(this.child);
    const patience = new AbortController();
    await Promise.race([
      this.exited,
      delay(CLEAN_STOP_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    if (this.isRunning) await stopLeftoverServer(this.clusterDir);
  }
}

function spawnServer({
  postgres,
  serverArguments,
  clusterDir,
  account,
}: {
  postgres: string;
  serverArguments: string[];
  clusterDir: string;
  account: ServerAccount | undefined;
}): ChildProcess {
  const env = SERVER_ENVIRONMENT && { ...SERVER_ENVIRONMENT, ...MEMORY_SETTINGS };
  const shared = { cwd: clusterDir, env };
  if (process.platform === 'win32') {
    return spawn(postgres, serverArguments, {
      ...shared,
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    });
  }
  const child = spawn('/bin/sh', ['-c', WATCHED_START, 'sh', postgres, ...serverArguments], {
    ...shared,
    ...account,
    // A process group of its own: a terminal's Ctrl-C goes to the whole group of the gateway.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  child.stdio[WATCHER_DESCRIPTOR]?.on('error', () => undefined);
  return child;
}

function closeWatcherPipe(child: ChildProcess): void {
  child.stdio[WATCHER_DESCRIPTOR]?.destroy();
}
