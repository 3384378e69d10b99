import { Injectable } from '@nestjs/common';
import { Clock } from '../../lib/clock.js';
import { AccountReader } from './account-reader.service.js';
import { adopt, type Account } from './account.js';

/** Keeps remembered accounts fresh: one look at a time for each. */
@Injectable()
export class AccountReads {
  constructor(
    private readonly reader: AccountReader,
    private readonly clock: Clock,
  ) {}

  /** A change that is announced while a read runs makes its answer worthless: then it is read again. */
  async readNow(account: Account): Promise<void> {
    do await this.read(account);
    while (!account.isKnown);
  }

  private read(account: Account): Promise<void> {
    if (account.reading !== undefined) return account.reading;
    const reading = this.query(account).finally(() => {
      if (account.reading === reading) account.reading = undefined;
    });
    account.reading = reading;
    return reading;
  }

  private async query(account: Account): Promise<void> {
    const { version, changes } = account;
    const facts = await this.reader.read(account.purse);
    if (account.changes !== changes) return;
    const isNewer = account.version === version;
    adopt(account, isNewer ? facts : { ...facts, balance: account.balance }, {
      changes,
      nowMs: this.clock.monotonicMs(),
    });
    // Somebody took money off by hand: what was granted of it is not there any more.
    if (isNewer && account.granted > account.balance) account.granted = account.balance;
  }
}
