import { Agent } from 'undici';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 4_000;

/** Connections to batch APIs, apart from those of live calls. */
export class BatchAgents {
  readonly kept = new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, connect: { timeout: CONNECT_TIMEOUT_MS } });
  /** Each call opens a connection and closes it. */
  readonly fresh = new Agent({ pipelining: 0, connect: { timeout: CONNECT_TIMEOUT_MS } });

  /** Cuts what is under way: a create that is cut is looked for again. */
  async close(): Promise<void> {
    await Promise.all([this.kept.destroy(), this.fresh.destroy()]);
  }
}
