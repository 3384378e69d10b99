import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { folderForDatabases } from '../support/folder-for-databases.js';
import { owe } from '../support/owed-ends.js';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Brings `dist` up to date, as `npm start` does. */
export function buildGateway(): void {
  execFileSync('sh', [path.join(ROOT, 'scripts/ensure-built.sh')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A directory that the database's own account may enter. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const directory = mkdtempSync(path.join(folderForDatabases(), 'gateway-process-'));
  chmodSync(directory, 0o755);
  return { path: directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

export interface Welcome {
  readonly url: string;
  readonly adminToken: string;
  /** Only at the first start. */
  readonly apiKey: string | undefined;
  readonly curl: string;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface ProcessOptions {
  readonly entry?: string;
  readonly engine?: readonly string[];
}

/** The built product as a process of its own, started as a person would start it. */
export class GatewayProcess {
  private static readonly running = new Set<GatewayProcess>();
  readonly exited: Promise<ProcessEnd>;
  stdout = '';
  stderr = '';
  private readonly watchers = new Set<() => void>();
  private isOver = false;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => this.note(() => (this.stdout += chunk.toString())));
    child.stderr?.on('data', (chunk: Buffer) => this.note(() => (this.stderr += chunk.toString())));
    this.exited = once(child, 'close').then(([code, signal]) => {
      this.note(() => (this.isOver = true));
      GatewayProcess.running.delete(this);
      return { code: code as number | null, signal: signal as NodeJS.Signals | null };
    });
  }

  /** @param options - `entry` of another build than this one's; `engine`: arguments of Node.js */
  static start(
    environment: Record<string, string>,
    directory: string,
    { entry = path.join(ROOT, 'dist/main.js'), engine = [] }: ProcessOptions = {},
  ): GatewayProcess {
    const child = spawn(process.execPath, [...engine, entry], {
      // Elsewhere than the project, whose `.env` is not part of a test.
      cwd: directory,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        BATCH_GATEWAY_PORT: 'off',
        LOG_LEVEL: 'warn',
        DATA_DIR: path.join(directory, 'data'),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, as a terminal gives it.
      detached: true,
    });
    const gateway = new GatewayProcess(child);
    this.running.add(gateway);
    owe(() => gateway.end());
    return gateway;
  }

  /** For `afterEach`: what a failed test left behind. */
  static async endAll(): Promise<void> {
    for (const gateway of [...this.running]) await gateway.end();
  }

  private async end(): Promise<void> {
    this.signal('SIGTERM');
    const grace = setTimeout(() => this.signal('SIGKILL'), 8_000);
    await this.exited;
    clearTimeout(grace);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** As Ctrl-C does: to the process and all that it started in its group. */
  interrupt(): void {
    process.kill(-this.pid, 'SIGINT');
  }

  /** Resolves when its output says so. @throws Error with the output when it ended before. */
  async said(what: RegExp): Promise<void> {
    while (!what.test(this.stdout)) {
      if (this.isOver) throw new Error(`ended before it said ${what}: ${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => this.watchers.add(resolve));
    }
  }

  /** What it prints once it serves. @throws Error with its output when it ended before. */
  async welcome(): Promise<Welcome> {
    await this.said(/^ {2}curl .*\n/m);
    const line = (pattern: RegExp): string | undefined => pattern.exec(this.stdout)?.[1];
    return {
      url: line(/^Base URL: +(\S+)/m) ?? '',
      adminToken: line(/^Admin token: +(\S+)/m) ?? '',
      apiKey: line(/^API key: +(\S+)/m),
      curl: line(/^ {2}(curl .*)$/m) ?? '',
    };
  }

  private note(change: () => void): void {
    change();
    for (const watcher of this.watchers) watcher();
    this.watchers.clear();
  }
}

/** The simulator that a process started. */
export function simulatorOf(pid: number): number {
  const listing = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args=']).toString();
  const line = listing.split('\n').find((one) => {
    const [, parent, state = ''] = one.trim().split(/\s+/);
    return Number(parent) === pid && one.includes('simulator.main.js') && !state.startsWith('Z');
  });
  return Number(line?.trim().split(/\s+/)[0]);
}

/** Processes that a process started and that run `main.js` too. */
export function workersOf(pid: number): number[] {
  const listing = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args=']).toString();
  return listing.split('\n').flatMap((line) => {
    const [child, parent, state = ''] = line.trim().split(/\s+/);
    const isWorker =
      Number(parent) === pid &&
      line.includes('main.js') &&
      !line.includes('simulator') &&
      !state.startsWith('Z');
    return isWorker ? [Number(child)] : [];
  });
}
