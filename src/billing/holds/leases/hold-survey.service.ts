import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SECOND_MS } from '../../../lib/durations.js';
import { formatUsd, parseUsd, type PicoUsd } from '../../../lib/money.js';
import { expiryTime } from './database-time.js';
import { LEASE_CHANNEL, LeaseNotices, printNotice } from './lease-notices.service.js';
import { ProcessLease } from './process-lease.service.js';
import { Recall } from './recall.js';

/** A process that does not answer by then counts with all that it was granted. */
const ANSWER_MS = SECOND_MS / 2;

const OTHERS = `
SELECT l.process_id, l.granted_usd FROM balance_leases l JOIN gateway_processes p ON p.id = l.process_id
 WHERE l.account_id = $1 AND l.process_id <> $2 AND l.granted_usd > 0 AND p.expires_at > ${expiryTime('$3')}`;

interface Survey {
  readonly accountId: string;
  readonly answers: Map<string, PicoUsd>;
  readonly missing: Recall;
}

/** Asks the other processes what they hold of a purse: what they were granted may be more, and they keep it. */
@Injectable()
export class HoldSurvey {
  private readonly surveys = new Set<Survey>();
  private heldOf: (accountId: string) => PicoUsd = () => 0n;

  constructor(
    private readonly dataSource: DataSource,
    private readonly process: ProcessLease,
    notices: LeaseNotices,
  ) {
    notices.onNotice(({ kind, accountId, from, amount }) => {
      if (from === this.process.id) return;
      if (kind === 'report') void this.answer(accountId);
      else if (kind === 'held') this.note(accountId, from, amount);
    });
  }

  /** @param heldOf what this process tells when it is asked */
  answerBy(heldOf: (accountId: string) => PicoUsd): void {
    this.heldOf = heldOf;
  }

  /** What all processes hold. @throws the database's own error */
  async ask(accountId: string): Promise<PicoUsd> {
    const rows = await this.dataSource.query<{ process_id: string; granted_usd: string }[]>(OTHERS, [
      accountId,
      this.process.id,
      this.process.databaseTimeMs(),
    ]);
    if (rows.length === 0) return this.heldOf(accountId);
    const ids = rows.map(({ process_id: id }) => id);
    const survey = { accountId, answers: new Map<string, PicoUsd>(), missing: new Recall(ids, ANSWER_MS) };
    this.surveys.add(survey);
    try {
      await this.tell('report', accountId);
      await survey.missing.over;
    } finally {
      survey.missing.finish();
      this.surveys.delete(survey);
    }
    return rows.reduce(
      (sum, row) => sum + (survey.answers.get(row.process_id) ?? parseUsd(row.granted_usd)),
      this.heldOf(accountId),
    );
  }

  private note(accountId: string, from: string, amount: string | undefined): void {
    for (const survey of this.surveys) {
      if (survey.accountId !== accountId || amount === undefined) continue;
      survey.answers.set(from, parseUsd(amount));
      survey.missing.returned(from);
    }
  }

  private async answer(accountId: string): Promise<void> {
    // Whoever asks goes on without us after a moment.
    await this.tell('held', accountId, formatUsd(this.heldOf(accountId))).catch(() => undefined);
  }

  private async tell(kind: 'report' | 'held', accountId: string, amount?: string): Promise<void> {
    const notice = printNotice({ kind, accountId, from: await this.process.current(), amount });
    await this.dataSource.query('SELECT pg_notify($1, $2)', [LEASE_CHANNEL, notice]);
  }
}
