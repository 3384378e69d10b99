import type {
  CommitCompanion,
  CompanionKind,
  CompanionSql,
} from '../../../billing/metering/commit-companion.js';
import { ResponsesOfDay, valuesOf, type RowToInsert } from './insert-responses.js';

/** Larger ones are written beside the commit: they must not hold up the bills of others. */
const MAX_BYTES = 32_768;

/** Whether a response may be written by the statement that commits its call. */
export function fitsInCommit({ input, output, frame }: RowToInsert): boolean {
  return input.length + output.length + frame.length <= MAX_BYTES;
}

/** Responses of one day in the statement of a commit. */
export class KeptWithCommit implements CompanionKind {
  private readonly responses: ResponsesOfDay;

  constructor(readonly day: number) {
    this.responses = new ResponsesOfDay(day);
  }

  get name(): string {
    return this.responses.name;
  }

  write(companions: readonly CommitCompanion[], firstParameter: number): CompanionSql {
    const rows = companions.filter((one) => one instanceof KeptResponse).map(({ row }) => row);
    return {
      expressions: this.responses.expressions(rows.length, firstParameter),
      values: valuesOf(rows),
    };
  }
}

/** One of them. */
export class KeptResponse implements CommitCompanion {
  constructor(
    readonly kind: KeptWithCommit,
    readonly row: RowToInsert,
    readonly settle: (isCommitted: boolean) => void,
  ) {}
}
