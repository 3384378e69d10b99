import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { formatUsd, parseUsd, type PicoUsd } from '../../lib/money.js';
import type { JudgeDay, JudgeOutcome } from './judge-day.js';

interface Row {
  readonly day: string;
  readonly spent_usd: string;
  readonly held_usd: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly no_verdict: number;
}

/** The budget of the judge model: one row a day, which all processes update. */
@Injectable()
export class JudgeDaysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Keeps `amount` off the day's budget, or answers false: decided by the row, so that racing processes cannot overspend. */
  async hold(day: string, amount: PicoUsd, budget: PicoUsd): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `INSERT INTO judge_days AS standing (day, held_usd) SELECT $1::date, $2::numeric WHERE $2::numeric <= $3::numeric
       ON CONFLICT (day) DO UPDATE SET held_usd = standing.held_usd + excluded.held_usd
        WHERE standing.spent_usd + standing.held_usd + excluded.held_usd <= $3::numeric
       RETURNING day`,
      [day, formatUsd(amount), formatUsd(budget)],
    );
    return rows.length > 0;
  }

  /** Ends a hold with what the question cost and gave. */
  async settle(
    day: string,
    { held, cost, outcome }: { held: PicoUsd; cost: PicoUsd; outcome: JudgeOutcome },
  ): Promise<void> {
    const counts = (['success', 'failure', 'no-verdict'] as const).map((one) => (one === outcome ? 1 : 0));
    await this.dataSource.query(
      `UPDATE judge_days SET held_usd = held_usd - $2::numeric, spent_usd = spent_usd + $3::numeric,
              succeeded = succeeded + $4, failed = failed + $5, no_verdict = no_verdict + $6 WHERE day = $1::date`,
      [day, formatUsd(held), formatUsd(cost), ...counts],
    );
  }

  /** Newest first. */
  async list(limit: number): Promise<JudgeDay[]> {
    const rows: Row[] = await this.dataSource.query(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, spent_usd, held_usd, succeeded, failed, no_verdict
         FROM judge_days ORDER BY judge_days.day DESC LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({
      day: row.day,
      spent: parseUsd(row.spent_usd),
      held: parseUsd(row.held_usd),
      succeeded: row.succeeded,
      failed: row.failed,
      noVerdict: row.no_verdict,
    }));
  }

  /** Policy as it is now; `undefined` for a project that is gone. */
  async readPolicy(
    projectId: string,
  ): Promise<{ chineseModels: boolean; zeroRetention: boolean } | undefined> {
    const [row] = await this.dataSource.query<{ chinese_models: boolean; zero_retention: boolean }[]>(
      `SELECT p.chinese_models, o.zero_retention FROM projects p JOIN organizations o ON o.id = p.organization_id
        WHERE p.id = $1 AND p.deleted_at IS NULL`,
      [projectId],
    );
    return row && { chineseModels: row.chinese_models, zeroRetention: row.zero_retention };
  }
}
