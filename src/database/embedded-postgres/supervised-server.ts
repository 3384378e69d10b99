import { setTimeout as delay } from 'node:timers/promises';
import { stopLeftoverServer } from './leftover-server.js';
import type { ServerProcess } from './server-process.js';
import { becomesReady } from './server-readiness.js';
import { summarizeServerLog } from './start-failure.js';

const MAX_PAUSE_MS = 1_000;
const PAUSE_STEP_MS = 100;

export interface SupervisedServerInputs {
  /** Runs and lets us in. */
  readonly server: ServerProcess;
  /** Another one on the same cluster and the same port: whoever has the address keeps it. */
  readonly spawnAgain: () => ServerProcess;
  readonly url: string;
  readonly clusterDir: string;
  /** One line about anything unexpected. */
  readonly log: (line: string) => void;
}

/**
 * A server that lives for as long as it is wanted. One that ends by itself (killed by the system for its memory, say) is started
 * again, for as often and as long as that takes; it recovers what was committed.
 */
export class SupervisedServer {
  private current: ServerProcess;
  private stopping: Promise<void> | undefined;
  private restarting: Promise<void> | undefined;

  constructor(private readonly inputs: SupervisedServerInputs) {
    this.current = inputs.server;
    this.watch();
  }

  /** May be called twice, and while the server is being started again. */
  stop(): Promise<void> {
    return (this.stopping ??= this.end());
  }

  private async end(): Promise<void> {
    await this.current.stop();
    await this.restarting;
  }

  private watch(): void {
    void this.current.exited.then(() => {
      if (this.stopping === undefined) this.restarting = this.restart();
    });
  }

  private async restart(): Promise<void> {
    const { log } = this.inputs;
    log(`The embedded PostgreSQL ended unexpectedly and is started again: ${this.lastWords()}`);
    for (let attempt = 1; this.stopping === undefined; attempt += 1) {
      const fault = await this.tryAgain();
      if (fault === undefined) {
        this.watch();
        return;
      }
      if (attempt === 1) log(`The embedded PostgreSQL does not start again yet: ${fault}`);
      await delay(Math.min(attempt * PAUSE_STEP_MS, MAX_PAUSE_MS));
    }
  }

  /** @returns what was in the way; `undefined` once it lets us in. */
  private async tryAgain(): Promise<string | undefined> {
    const { clusterDir, spawnAgain, url } = this.inputs;
    try {
      await stopLeftoverServer(clusterDir);
      if (this.stopping !== undefined) return 'it is not wanted any more';
      this.current = spawnAgain();
      return (await becomesReady(this.current, url)) ? undefined : this.lastWords();
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private lastWords(): string {
    return summarizeServerLog(this.current.recentLog);
  }
}
