import { readFileSync } from 'node:fs';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ProcessLease } from '../../billing/holds/leases/process-lease.service.js';
import { UPSTREAM_IDS } from '../../catalog/catalog-model.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { atMost } from '../../lib/at-most.js';
import { SECOND_MS } from '../../lib/durations.js';
import { ConfiguredUpstreams } from '../../projects/configured-upstreams.js';
import { JobQueue } from '../../queue/job-queue.js';
import { TraceStore } from '../../traces/storage/trace-store.js';
import { SIMULATOR_ADDRESS, type SimulatorAddress } from '../../upstreams/simulator-address.js';

const ANSWER_WITHIN_MS = 2 * SECOND_MS;
const VERSION = readVersion();

/** How the service stands. What is away is said, and never makes the answer fail. */
@Injectable()
export class Status {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly process: ProcessLease,
    private readonly queue: JobQueue,
    private readonly traces: TraceStore,
    private readonly upstreams: ConfiguredUpstreams,
    @Inject(SIMULATOR_ADDRESS) private readonly simulator: SimulatorAddress,
  ) {}

  async read() {
    const [database, processes, queue, traces] = await Promise.all([
      this.readDatabase(),
      this.readProcesses(),
      answered(this.queue.isUp()),
      answered(this.traces.isUp()),
    ]);
    return {
      object: 'status',
      version: VERSION,
      uptime_s: Math.floor(process.uptime()),
      processes,
      database,
      queue: { kind: this.queue.kind, state: queue === true ? 'up' : 'down' },
      traces: { store: this.traces.kind, state: traces === true ? 'up' : 'down' },
      providers: this.readProviders(),
    };
  }

  private async readDatabase() {
    const askedMs = performance.now();
    const rows = await answered(
      this.dataSource.query<{ version: string }[]>(`SELECT current_setting('server_version') AS version`),
    );
    const isUp = rows !== undefined;
    return {
      state: isUp ? 'up' : 'down',
      version: rows?.[0]?.version ?? null,
      latency_ms: isUp ? Math.round((performance.now() - askedMs) * 10) / 10 : null,
      changes_heard: this.feed.isLive,
    };
  }

  private async readProcesses() {
    const ids = (await answered(this.process.listAlive())) ?? [this.process.id];
    return ids.filter((id) => id !== '').map((id) => ({ id, self: id === this.process.id }));
  }

  private readProviders() {
    const configured = this.upstreams.list();
    const simulated = this.simulator.url !== undefined;
    return UPSTREAM_IDS.map((provider) => ({ provider, configured: configured.has(provider), simulated }));
  }
}

/** `undefined` when it fails, or does not come in time. */
function answered<T>(work: Promise<T>): Promise<T | undefined> {
  return atMost(ANSWER_WITHIN_MS, work).catch(() => undefined);
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
