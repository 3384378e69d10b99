import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ChangeFeed } from '../../database/change-feed.js';

/** What processes tell each other about what they were granted of one account. */
export interface LeaseNotice {
  /** `recall`: give back what you do not hold. `returned`: I did. */
  readonly kind: 'recall' | 'returned';
  readonly accountId: string;
  readonly from: string;
}

export const LEASE_CHANNEL = 'gateway_leases';

/** Carries the notices of other processes, as PostgreSQL delivers them with the transaction that they are part of. */
@Injectable()
export class LeaseNotices implements OnModuleInit {
  private readonly listeners: ((notice: LeaseNotice) => void)[] = [];

  constructor(@Inject(ChangeFeed) private readonly feed: ChangeFeed) {}

  async onModuleInit(): Promise<void> {
    await this.feed.listen(LEASE_CHANNEL, (payload) => {
      const notice = parseNotice(payload);
      if (notice !== undefined) for (const listener of this.listeners) listener(notice);
    });
  }

  onNotice(listener: (notice: LeaseNotice) => void): void {
    this.listeners.push(listener);
  }
}

export function printNotice({ kind, accountId, from }: LeaseNotice): string {
  return `${kind} ${accountId} ${from}`;
}

function parseNotice(payload: string): LeaseNotice | undefined {
  const [kind, accountId, from] = payload.split(' ');
  const isKnown = kind === 'recall' || kind === 'returned';
  return isKnown && accountId !== undefined && from !== undefined ? { kind, accountId, from } : undefined;
}
