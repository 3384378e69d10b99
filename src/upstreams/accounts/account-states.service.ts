import { Injectable } from '@nestjs/common';
import { Clock } from '../../lib/clock.js';
import type { OutReason } from './account-verdict.js';
import { ProviderAccounts } from './provider-accounts.service.js';
import { ProviderOutages } from './provider-outages.repository.js';

export interface ShownAccount {
  readonly provider: string;
  readonly name: string;
  readonly state: 'healthy' | 'out' | 'probing';
  readonly outUntil: Date | undefined;
  readonly reason: OutReason | undefined;
  readonly weight: number;
}

/** How the accounts stand, over all processes: as the database says. */
@Injectable()
export class AccountStates {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly outages: ProviderOutages,
    private readonly clock: Clock,
  ) {}

  /** In the order of the settings. @throws the database's own error */
  async list(): Promise<ShownAccount[]> {
    const outages = await this.outages.readAll();
    const nowMs = this.clock.now().getTime();
    return [...this.accounts.all()].map(({ account: { provider, name, weight, fingerprint } }) => {
      const outage = outages.find(
        (row) => row.provider === provider && row.account === name && row.fingerprint === fingerprint,
      );
      if (outage === undefined)
        return { provider, name, weight, state: 'healthy', outUntil: undefined, reason: undefined };
      const { reason, is_tried: isTried, for_ms: forMs } = outage;
      const outUntil = new Date(nowMs + Math.round(forMs));
      return { provider, name, weight, state: isTried ? 'probing' : 'out', outUntil, reason };
    });
  }
}
