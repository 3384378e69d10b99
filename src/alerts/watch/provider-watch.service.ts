import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { CallRecord } from '../../billing/calls/call-record.js';
import { CommittedCalls } from '../../billing/metering/committed-calls.js';
import { ChangeFeed } from '../../database/change-feed.js';
import { LOGGER } from '../../http/logger.js';
import { recordProviderDown } from '../../alert-facts/record-alert.js';
import { verdictOf } from './is-failed-attempt.js';

/** Contract 2, section 14. */
export const FAILED_IN_ROW = 20;
const GATHER_MS = 500;
const CHANNEL = 'gateway_provider_runs';
/** Calls to callers' own servers say nothing of a provider of ours. */
const NOT_OURS = 'endpoint';
/** Neither do calls on a project's own key. */
const OWN_KEY = 'own';

/** What this process saw of an account since it last told the others. */
interface Seen {
  /** In a row, since the last call that was served. */
  failed: number;
  /** A call was served: what was counted before is over. */
  wasServed: boolean;
}

interface RunRow {
  readonly failed_in_row: number;
  readonly began_at: Date;
}

/** A run goes on, or begins anew after a call that was served; `$4` whether there was one. */
const COUNT = `
INSERT INTO provider_runs AS r (provider, account, failed_in_row, began_at) VALUES ($1, $2, $3, now())
ON CONFLICT (provider, account) DO UPDATE
  SET failed_in_row = CASE WHEN $4 THEN excluded.failed_in_row ELSE r.failed_in_row + excluded.failed_in_row END,
      began_at = CASE WHEN $4 OR r.failed_in_row = 0 THEN now() ELSE r.began_at END
RETURNING failed_in_row, began_at`;

/**
 * Counts failed calls in a row of each account over all processes, behind the calls: each process gathers what it saw for half a
 * second and adds it to one row. While no account fails, a call costs a look at its statuses and nothing is written.
 */
@Injectable()
export class ProviderWatch implements OnModuleInit, BeforeApplicationShutdown {
  private readonly seen = new Map<string, Seen>();
  /** Accounts with a run that is known of: a call that is served ends it, whichever process counted it. */
  private readonly failing = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly committed: CommittedCalls,
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.committed.onCommitted((record) => this.note(record));
    await this.feed.listen(CHANNEL, (payload) => this.hear(payload));
    const rows: { provider: string; account: string }[] = await this.dataSource.query(
      'SELECT provider, account FROM provider_runs WHERE failed_in_row > 0',
    );
    for (const { provider, account } of rows) this.failing.add(`${provider}/${account}`);
  }

  /** Resolves when what was seen is in the database. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.working = this.working.then(() => this.tell());
    await this.working;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  private note({ attempts, status, surface }: CallRecord): void {
    if (surface === 'batch') return;
    for (const { provider, account = 'default', status: answered } of attempts) {
      if (provider === NOT_OURS || account === OWN_KEY) continue;
      const verdict = verdictOf(answered, status);
      if (verdict === 'failed') this.noteFailed(`${provider}/${account}`);
      else if (verdict === 'served' && !this.isQuiet) this.noteServed(`${provider}/${account}`);
    }
  }

  /** As nearly always: no account fails, here or elsewhere. */
  private get isQuiet(): boolean {
    return this.failing.size === 0 && this.seen.size === 0;
  }

  private noteFailed(account: string): void {
    const seen = this.seen.get(account) ?? { failed: 0, wasServed: false };
    seen.failed += 1;
    this.seen.set(account, seen);
    this.tellLater();
  }

  private noteServed(account: string): void {
    const seen = this.seen.get(account);
    if (seen === undefined && !this.failing.has(account)) return;
    this.seen.set(account, { failed: 0, wasServed: true });
    this.tellLater();
  }

  private tellLater(): void {
    this.timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }

  private async tell(): Promise<void> {
    const seen = [...this.seen];
    this.seen.clear();
    for (const [account, what] of seen)
      await this.count(account, what).catch((error: unknown) => {
        this.logger.warn({ err: error, account }, 'failed calls of a provider were not counted');
      });
  }

  private async count(key: string, { failed, wasServed }: Seen): Promise<void> {
    const [provider = '', account = ''] = key.split('/');
    await this.dataSource.transaction(async (manager) => {
      const [run] = await manager.query<RunRow[]>(COUNT, [provider, account, failed, wasServed]);
      if (run === undefined) return;
      const { failed_in_row: failedCalls, began_at: since } = run;
      if (failedCalls >= FAILED_IN_ROW)
        await recordProviderDown(manager, { provider, account, reason: 'failed_calls', failedCalls, since });
      const isFailing = failedCalls > 0;
      if (isFailing === this.failing.has(key)) return;
      await manager.query(`SELECT pg_notify('${CHANNEL}', $1)`, [`${isFailing ? '+' : '-'}${key}`]);
    });
  }

  private hear(payload: string): void {
    const account = payload.slice(1);
    if (payload.startsWith('+')) this.failing.add(account);
    else this.failing.delete(account);
  }
}
