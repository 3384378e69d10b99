import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TRIAL_MS } from './account-pool.js';
import { LONGEST_MS, type OutReason } from './account-verdict.js';
import type { ProviderAccount } from './provider-account.js';

export const OUTAGE_CHANNEL = 'gateway_outages';

/** An account that is out. Times are durations from now: the clocks of processes differ. */
export interface StoredOutage {
  readonly provider: string;
  readonly account: string;
  readonly fingerprint: string;
  readonly reason: OutReason;
  /** Negative: it may be tried. */
  readonly for_ms: number;
  readonly is_tried: boolean;
}

const LEAVE_OUT = `
WITH kept AS (
  INSERT INTO provider_outages AS o (provider, account, fingerprint, out_until, reason)
  VALUES ($1, $2, $3, now() + $4::float8 * interval '1 millisecond', $5)
  ON CONFLICT (provider, account, fingerprint)
  DO UPDATE SET out_until = greatest(o.out_until, excluded.out_until),
                reason = CASE WHEN excluded.out_until > o.out_until THEN excluded.reason ELSE o.reason END, trial_until = NULL
  RETURNING provider, account, fingerprint, reason, 1000 * extract(epoch FROM out_until - now()) AS for_ms
)
SELECT pg_notify('${OUTAGE_CHANNEL}', row_to_json(kept)::text) FROM kept`;

const HEAL = `
WITH gone AS (
  DELETE FROM provider_outages WHERE provider = $1 AND account = $2 AND fingerprint = $3
  RETURNING provider, account, fingerprint
)
SELECT pg_notify('${OUTAGE_CHANNEL}', row_to_json(gone)::text) FROM gone`;

/** What lies further ahead than anything is written was written before the database's clock was set back. */
const CLAIM_TRIAL = `
WITH claimed AS (
  UPDATE provider_outages SET trial_until = now() + $4::float8 * interval '1 millisecond'
   WHERE provider = $1 AND account = $2 AND fingerprint = $3
     AND (out_until <= now() OR out_until > now() + $5::float8 * interval '1 millisecond')
     AND (trial_until IS NULL OR trial_until <= now() OR trial_until > now() + $4::float8 * interval '1 millisecond')
  RETURNING 1
)
SELECT EXISTS (SELECT FROM claimed) AS granted,
       EXISTS (SELECT FROM provider_outages WHERE provider = $1 AND account = $2 AND fingerprint = $3) AS known`;

const END_TRIAL = `
UPDATE provider_outages SET trial_until = NULL WHERE provider = $1 AND account = $2 AND fingerprint = $3`;

const READ_ALL = `
SELECT provider, account, fingerprint, reason, 1000 * extract(epoch FROM out_until - now())::float8 AS for_ms,
       coalesce(trial_until > now(), false) AS is_tried
  FROM provider_outages`;

/** Which accounts are out, for all processes; each change is announced with the row it is of. */
@Injectable()
export class ProviderOutages {
  constructor(private readonly dataSource: DataSource) {}

  async leaveOut(account: ProviderAccount, forMs: number, reason: OutReason): Promise<void> {
    await this.dataSource.query(LEAVE_OUT, [...keyOf(account), forMs, reason]);
  }

  async heal(account: ProviderAccount): Promise<void> {
    await this.dataSource.query(HEAL, keyOf(account));
  }

  /** One process at a time tries an account whose time is over. `known` false: it has healed meanwhile. */
  async claimTrial(
    account: ProviderAccount,
  ): Promise<{ readonly granted: boolean; readonly known: boolean }> {
    const [answer] = await this.dataSource.query<{ granted: boolean; known: boolean }[]>(CLAIM_TRIAL, [
      ...keyOf(account),
      TRIAL_MS,
      LONGEST_MS,
    ]);
    return answer ?? { granted: false, known: true };
  }

  async endTrial(account: ProviderAccount): Promise<void> {
    await this.dataSource.query(END_TRIAL, keyOf(account));
  }

  readAll(): Promise<StoredOutage[]> {
    return this.dataSource.query<StoredOutage[]>(READ_ALL);
  }
}

function keyOf({ provider, name, fingerprint }: ProviderAccount): string[] {
  return [provider, name, fingerprint];
}
