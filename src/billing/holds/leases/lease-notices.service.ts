import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ChangeFeed } from '../../../database/change-feed.js';

const KINDS = ['recall', 'returned', 'report', 'held'] as const;

/** What processes tell each other about what they were granted of one account. */
export interface LeaseNotice {
  /** `recall`: give back what you do not hold. `returned`: I did. `report`: tell what you hold. `held`: this much. */
  readonly kind: (typeof KINDS)[number];
  readonly accountId: string;
  readonly from: string;
  /** Decimal text; of `held`. */
  readonly amount?: string | undefined;
}

export const LEASE_CHANNEL = 'gateway_leases';

/** Carries the notices of other processes, as PostgreSQL delivers them with the transaction that they are part of. */
@Injectable()
export class LeaseNotices implements OnModuleInit {
  private readonly listeners: ((notice: LeaseNotice) => void)[] = [];

  constructor(private readonly feed: ChangeFeed) {}

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

export function printNotice({ kind, accountId, from, amount }: LeaseNotice): string {
  return [kind, accountId, from, ...(amount === undefined ? [] : [amount])].join(' ');
}

function parseNotice(payload: string): LeaseNotice | undefined {
  const [word, accountId, from, amount] = payload.split(' ');
  const kind = KINDS.find((one) => one === word);
  if (kind === undefined || accountId === undefined || from === undefined) return undefined;
  return { kind, accountId, from, amount };
}
