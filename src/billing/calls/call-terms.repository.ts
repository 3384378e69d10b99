import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { takeFreeTurn } from '../../database/advisory-locks.js';
import { INSERT_TERMS } from './call-terms.js';

interface Marks {
  readonly folded_to: string;
  /** Below it everything is finished, and nothing is added later. */
  readonly oldest_open: string;
  /** Transactions are numbered by the server: of a dump from another one the mark is still to come here. */
  readonly elsewhere: boolean;
  /** Whether the calls of that dump have their new numbers. */
  readonly renumbered: boolean;
  /** Whether there are calls behind the mark. */
  readonly fresh: boolean;
}

const NEXT = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint';
const READ_MARKS = `
SELECT folded_to, pg_snapshot_xmin(pg_current_snapshot())::text AS oldest_open, folded_to > ${NEXT} AS elsewhere,
       coalesce((SELECT max(written_in) FROM calls) < ${NEXT}, true) AS renumbered,
       coalesce((SELECT max(written_in) FROM calls) >= folded_to, false) AS fresh
  FROM call_terms_progress`;

/** Keeps what calls are found by, behind the calls, as the sums of usage are kept: a commit writes nothing of it. */
@Injectable()
export class CallTermsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds the calls that were written since the last time; terms and mark move together. One process at a time. */
  fold(): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await takeFreeTurn(manager, 'callTerms'))) return;
      const { folded_to: from, oldest_open: to, elsewhere, renumbered, fresh } = await readMarks(manager);
      if (elsewhere ? !renumbered : from === to || !fresh) return;
      if (elsewhere) await manager.query('DELETE FROM call_terms');
      await manager.query(INSERT_TERMS, [elsewhere ? '0' : from, to]);
      await manager.query('UPDATE call_terms_progress SET folded_to = $1', [to]);
    });
  }
}

/** Calls written from here on have no terms yet, in the moment that the transaction sees. */
export async function readFoldedTo(manager: EntityManager): Promise<string> {
  const [row] = await manager.query<{ folded_to: string }[]>('SELECT folded_to FROM call_terms_progress');
  if (row === undefined) throw new Error('call_terms_progress has lost its row');
  return row.folded_to;
}

async function readMarks(manager: EntityManager): Promise<Marks> {
  const [marks] = await manager.query<Marks[]>(READ_MARKS);
  if (marks === undefined) throw new Error('call_terms_progress has lost its row');
  return marks;
}
