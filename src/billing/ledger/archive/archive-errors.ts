import { GatewayError } from '../../../lib/gateway-error.js';

/** `missing`: there is none of that name; `changed`: its bytes are not those that were written; `sums`: the database has others. */
export type ArchiveFault = 'missing' | 'changed' | 'sums';

const SAYS: Record<ArchiveFault, string> = {
  missing: 'is missing',
  changed: 'is not what was written',
  sums: 'has other sums than the database',
};

/** What is asked for is in a file that cannot be read. Less than all of it would look like all of it. */
export class ArchiveUnreadableError extends GatewayError {
  constructor(
    readonly fault: ArchiveFault,
    name: string,
    cause?: unknown,
  ) {
    super({
      status: 503,
      code: 'ledger_archive_unreadable',
      message: `Old entries of the ledger are in the archived file \`${name}\`, which ${SAYS[fault]}. Nothing is shown without them: have the operator put the file back.`,
      cause,
    });
  }
}

export class BringBackRefusedError extends GatewayError {
  constructor(message: string) {
    super({ status: 409, code: 'ledger_archive_busy', message });
  }
}
