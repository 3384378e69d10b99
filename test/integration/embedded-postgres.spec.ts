import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DataDirInUseError } from '../../src/database/embedded-postgres/data-dir-in-use.error.js';
import { canReach } from '../../src/database/embedded-postgres/run-as.js';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres/start-embedded-postgres.js';
import { compileGatewayStandIn } from '../support/compiled-embedded-postgres.js';
import { folderForDatabases } from '../support/folder-for-databases.js';
import { SOON_MS } from '../support/soon.js';

interface Report {
  url?: string;
  error?: string;
  message?: string;
  log?: string;
}

const isRoot = process.getuid?.() === 0;
const silent = () => undefined;

describe('the embedded PostgreSQL', () => {
  let standIn: ReturnType<typeof compileGatewayStandIn>;
  /** What a first start leaves: most tests begin with a copy of it, which takes a tenth of making one. */
  let former: string;
  let workDir: string;
  let dataDir: string;
  let gateways: ChildProcess[];

  beforeAll(async () => {
    standIn = compileGatewayStandIn();
    former = mkdtempSync(path.join(folderForDatabases(), 'embedded-postgres-'));
    await startEmbeddedPostgres({ dataDir: path.join(former, '.data'), log: silent }).then(({ stop }) =>
      stop(),
    );
  });
  afterAll(() => {
    standIn.remove();
    rmSync(former, { recursive: true, force: true });
  });

  beforeEach(() => {
    // As root a temporary directory has mode 0700, as a closed home has: the server's account cannot walk into it.
    workDir = mkdtempSync(path.join(folderForDatabases(), 'embedded-postgres-'));
    dataDir = path.join(workDir, '.data');
    gateways = [];
  });
  afterEach(async () => {
    for (const gateway of gateways) gateway.kill('SIGKILL');
    // Not by the server's pid file: a server that its gateway had only just started again has none yet, and writes one.
    await until(() => !isUsedByAnyProcess(dataDir));
    rmSync(workDir, { recursive: true, force: true });
  });

  const hasStartedBefore = (): void => {
    execFileSync('cp', ['-a', path.join(former, '.data'), dataDir]);
  };

  /** Starts another process on the data directory; resolves with its first report. */
  async function startGateway(): Promise<Report & { gateway: ChildProcess; lines: AsyncIterator<string> }> {
    const gateway = spawn(process.execPath, [standIn.script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    gateways.push(gateway);
    const lines = createInterface(gateway.stdout)[Symbol.asyncIterator]();
    return { ...(await nextReport(lines)), gateway, lines };
  }

  const pidFile = () => path.join(dataDir, 'postgres/cluster/postmaster.pid');

  /** The id of the running server; undefined when none runs. */
  function postmasterPid(): number | undefined {
    if (!existsSync(pidFile())) return undefined;
    const pid = Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);
    return isRunning(pid) ? pid : undefined;
  }

  it('keeps what was committed from one start to the next', async () => {
    const first = await startEmbeddedPostgres({ dataDir, log: silent });
    await query(first.url, 'create table note as select 7 as value');
    await first.stop();
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir, log: silent });
    expect(await query(second.url, 'select value from note')).toEqual([{ value: 7 }]);
    await second.stop();
    expect(postmasterPid()).toBeUndefined();
  });

  it('is durable, speaks UTF-8 and UTC, and can be reached from this machine with the password only', async () => {
    hasStartedBefore();
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log: silent });
    const [settings] = await query(
      url,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as listen,
       current_setting('unix_socket_directories') as sockets, current_setting('server_encoding') as encoding,
       current_setting('timezone') as timezone, current_setting('max_connections') as connections`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      listen: '127.0.0.1',
      sockets: '',
      encoding: 'UTF8',
      timezone: 'UTC',
      connections: '100',
    });
    const withoutPassword = new URL(url);
    withoutPassword.password = 'wrong';
    await expect(query(withoutPassword.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    expect(statSync(path.join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600);
    await stop();
  });

  it('refuses a second start at once, in one line naming the directory and the holder', async () => {
    hasStartedBefore();
    const { gateway } = await startGateway();
    const begun = performance.now();
    const refusal = await startEmbeddedPostgres({ dataDir, log: silent }).catch(
      (error: unknown) => error as Error,
    );
    expect(performance.now() - begun).toBeLessThan(SOON_MS);
    expect(refusal).toBeInstanceOf(DataDirInUseError);
    expect((refusal as Error).message).toMatch(
      new RegExp(`^[^\\n]*${dataDir} [^\\n]*pid ${gateway.pid}\\)[^\\n]*$`),
    );
  });

  it('still refuses when only the database of the first gateway died', async () => {
    hasStartedBefore();
    const { gateway, lines } = await startGateway();
    process.kill(postmasterPid()!, 'SIGKILL');
    expect((await nextReport(lines)).log).toMatch(/ended unexpectedly/);
    await expect(startEmbeddedPostgres({ dataDir, log: silent })).rejects.toThrow(`pid ${gateway.pid}`);
  });

  it('is started again at its address when the server alone was killed, and keeps what was committed', async () => {
    hasStartedBefore();
    const { gateway, url, lines } = await startGateway();
    await query(url!, 'create table note as select 7 as value');
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
      const before = postmasterPid()!;
      process.kill(before, signal);
      await reportOfDeath(lines);
      await until(() => ![undefined, before].includes(postmasterPid()));
      expect(await queryOnceReady(url!, 'select value from note')).toEqual([{ value: 7 }]);
    }
    gateway.kill('SIGTERM');
    expect(await exitCode(gateway)).toBe(0);
    expect(postmasterPid()).toBeUndefined();
  });

  it('ends in good order when it is told to while the server is being started again', async () => {
    hasStartedBefore();
    const { gateway, lines } = await startGateway();
    process.kill(postmasterPid()!, 'SIGKILL');
    await reportOfDeath(lines);
    const begun = performance.now();
    gateway.kill('SIGTERM');
    expect(await exitCode(gateway)).toBe(0);
    // A server that missed its signal is given up after ten seconds.
    expect(performance.now() - begun).toBeLessThan(9_500);
    expect(postmasterPid()).toBeUndefined();
  });

  it('lets exactly one of several starts at the same instant win', async () => {
    const reports = await Promise.all([startGateway(), startGateway(), startGateway()]);
    expect(reports.filter((report) => report.url !== undefined)).toHaveLength(1);
    const winner = reports.find((report) => report.url !== undefined)!;
    for (const loser of reports.filter((report) => report !== winner)) {
      expect(loser.error).toBe('DataDirInUseError');
      expect(loser.message).toContain(`pid ${winner.gateway.pid}`);
    }
  });

  it('ends in good order on SIGTERM to its gateway', async () => {
    hasStartedBefore();
    const { gateway } = await startGateway();
    gateway.kill('SIGTERM');
    expect(await exitCode(gateway)).toBe(0);
    expect(existsSync(pidFile())).toBe(false);
  });

  it('stops by itself after kill -9 of its gateway', async () => {
    hasStartedBefore();
    const { gateway } = await startGateway();
    gateway.kill('SIGKILL');
    await until(() => !existsSync(pidFile()));
  });

  it('starts again right after kill -9 of its gateway', async () => {
    hasStartedBefore();
    const { gateway, url } = await startGateway();
    await query(url!, 'create table note as select 7 as value');
    gateway.kill('SIGKILL');
    await exitCode(gateway);
    const begun = performance.now();
    const again = await startEmbeddedPostgres({ dataDir, log: silent });
    expect(performance.now() - begun).toBeLessThan(3 * SOON_MS);
    expect(await query(again.url, 'select value from note')).toEqual([{ value: 7 }]);
    await again.stop();
  });

  it('recovers after kill -9 of the gateway, the watcher and the server', async () => {
    hasStartedBefore();
    const { gateway, url } = await startGateway();
    await query(url!, 'create table note as select 7 as value');
    const postmaster = postmasterPid()!;
    gateway.kill('SIGSTOP');
    killGroup(gateway, 'SIGKILL', [postmaster]);
    process.kill(postmaster, 'SIGKILL');
    gateway.kill('SIGKILL');
    await exitCode(gateway);
    expect(existsSync(pidFile())).toBe(true);
    const begun = performance.now();
    const again = await startEmbeddedPostgres({ dataDir, log: silent });
    expect(performance.now() - begun).toBeLessThan(3 * SOON_MS);
    expect(await query(again.url, 'select value from note')).toEqual([{ value: 7 }]);
    await again.stop();
  });

  it.runIf(process.platform === 'linux')(
    'takes over from a server that lost its gateway and its watcher',
    async () => {
      hasStartedBefore();
      const { gateway } = await startGateway();
      const orphan = postmasterPid()!;
      gateway.kill('SIGSTOP');
      killGroup(gateway, 'SIGKILL', [orphan]);
      gateway.kill('SIGKILL');
      await exitCode(gateway);
      expect(postmasterPid()).toBe(orphan);
      const again = await startEmbeddedPostgres({ dataDir, log: silent });
      expect(postmasterPid()).not.toBe(orphan);
      await again.stop();
    },
  );

  it('is not held up by a stale pid file whose process id now belongs to somebody else, and leaves him alone', async () => {
    hasStartedBefore();
    const { uid, gid } = statSync(path.join(dataDir, 'postgres/cluster'));
    const stranger = spawn('/bin/sleep', ['60'], isRoot ? { uid, gid } : {});
    gateways.push(stranger);
    writeFileSync(pidFile(), `${stranger.pid}\n/somewhere\n1795831060\n54999\n`);
    const begun = performance.now();
    const again = await startEmbeddedPostgres({ dataDir, log: silent });
    expect(performance.now() - begun).toBeLessThan(SOON_MS);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    await again.stop();
  });

  it.each(['', 'garbage'])('starts over a pid file that a crash left as %j', async (text) => {
    hasStartedBefore();
    writeFileSync(pidFile(), text);
    const again = await startEmbeddedPostgres({ dataDir, log: silent });
    await again.stop();
  });

  it('begins anew when the first start was cut off while it made the cluster', async () => {
    const unfinished = path.join(dataDir, 'postgres/cluster.new-abc');
    mkdirSync(path.join(unfinished, 'cluster'), { recursive: true });
    writeFileSync(path.join(unfinished, 'cluster/PG_VERSION'), '18\n');
    const { url, stop } = await startEmbeddedPostgres({ dataDir, log: silent });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(unfinished)).toBe(false);
    await stop();
  });

  it.runIf(isRoot && process.platform === 'linux')(
    'serves root below a closed home under an account without rights there',
    async () => {
      expect(statSync(workDir).mode & 0o777).toBe(0o700);
      const { url, stop } = await startEmbeddedPostgres({ dataDir, log: silent });
      await query(url, 'create table note as select 1 as value');
      const postmaster = postmasterPid()!;
      expect(statSync(`/proc/${postmaster}`).uid).not.toBe(0);
      expect(readlinkSync(`/proc/${postmaster}/cwd`)).toBe(path.join(dataDir, 'postgres/cluster'));
      expect(statSync(dataDir).uid).toBe(0);
      await stop();
    },
  );

  it.runIf(isRoot && process.platform === 'linux')(
    'asks for DATABASE_URL under a user id without an account',
    ({ skip }) => {
      const stranger = { uid: 54_321, gid: 54_321 };
      skip(!canReach(stranger, path.dirname(standIn.script)), 'the project itself is below a closed home');
      chmodSync(workDir, 0o755);
      const home = path.join(workDir, 'home');
      mkdirSync(home);
      chownSync(home, stranger.uid, stranger.gid);
      const { stdout } = spawnSync(process.execPath, [standIn.script, path.join(home, '.data')], {
        ...stranger,
        encoding: 'utf8',
      });
      expect(stdout).toMatch(/^[^\n]*54321[^\n]*DATABASE_URL[^\n]*\n$/);
    },
  );
});

async function nextReport(lines: AsyncIterator<string>): Promise<Report> {
  const { value } = await lines.next();
  return JSON.parse(value) as Report;
}

/** Passes over what is said of tries that failed. */
async function reportOfDeath(lines: AsyncIterator<string>): Promise<void> {
  let report: Report;
  do report = await nextReport(lines);
  while (!/ended unexpectedly/.test(report.log ?? ''));
}

async function queryOnceReady(url: string, text: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await query(url, text);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

/**
 * Whether a gateway, the shell that watches a server, or a server itself runs there. Each has the directory in its command
 * line, or is at work in it: under an account of its own a server is told its directory as `.`.
 */
function isUsedByAnyProcess(directory: string): boolean {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .some((row) => row.includes(directory) || workingDirectory(parseInt(row, 10)).startsWith(directory));
}

/** Empty when the process is gone, or where the system has no `/proc`. */
function workingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/** Kills what the gateway started (the shell and its watcher), but for the processes named and their children. */
function killGroup(gateway: ChildProcess, signal: NodeJS.Signals, spared: number[]): void {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).map(([pid]) => pid!);
  const shells = childrenOf(gateway.pid!);
  const victims = [...shells, ...shells.flatMap(childrenOf)].filter((pid) => !spared.includes(pid));
  for (const pid of victims) process.kill(pid, signal);
}

function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

/** Watches for something that happens outside this process; the test's own limit ends a wait in vain. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
