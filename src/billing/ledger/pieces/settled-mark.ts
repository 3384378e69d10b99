import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';

/** A commit takes milliseconds; whoever takes longer is left to the next run. */
const LOOKS = 50;
const PAUSE_MS = 20;

const NEWEST = `
SELECT pg_sequence_last_value(pg_get_serial_sequence('ledger_entries', 'sequence')::regclass)::text AS sequence`;

/** Transactions that may have written to the ledger. One that was prepared for a second phase has another number than before. */
const WRITERS = `
SELECT virtualtransaction AS id, pid FROM pg_locks
 WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted AND relation = 'ledger_entries'::regclass
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND ($1::text[] IS NULL OR virtualtransaction = ANY($1) OR virtualtransaction LIKE '-1/%')`;

/** What an operator needs to find them, and nothing of what they say to the database. Of other roles' sessions a server may tell only the `pid`. */
const WHO_THEY_ARE = `
SELECT w.pid, a.application_name, a.state, x.gid AS prepared_as,
       round(extract(epoch FROM now() - coalesce(a.xact_start, x.prepared)))::integer AS open_for_s
  FROM unnest($1::text[], $2::integer[]) AS w (id, pid)
  LEFT JOIN pg_stat_activity a ON a.pid = w.pid
  LEFT JOIN pg_locks own ON w.pid IS NULL AND own.virtualtransaction = w.id AND own.pid IS NULL AND own.locktype = 'transactionid'
  LEFT JOIN pg_prepared_xacts x ON x.transaction = own.transactionid
 ORDER BY open_for_s DESC NULLS LAST`;

interface Writer {
  readonly id: string;
  readonly pid: number | null;
}

/** A transaction that wrote to the ledger and has not ended. */
export interface OpenTransaction {
  /** Null of one that was prepared for a second phase. */
  readonly pid: number | null;
  readonly application_name: string | null;
  readonly state: string | null;
  readonly prepared_as: string | null;
  readonly open_for_s: number | null;
}

/** `isSettled`: the mark; otherwise those that stay. */
export type Settled =
  | { readonly isSettled: true; readonly mark: string | undefined }
  | { readonly isSettled: false; readonly open: readonly OpenTransaction[] };

/**
 * The sequence of an entry up to which all entries are visible to the statements that follow, or will never be. Sequences are handed out
 * in the order in which they are asked for, and become visible in any other; but whoever asked for one holds a lock on the table by then,
 * to the end of its transaction. So when all who held one after the sequence was read are gone, nothing up to it is still to come.
 * @returns without a mark where there is no entry
 */
export async function settledMark(manager: EntityManager): Promise<Settled> {
  const [newest] = await manager.query<{ sequence: string | null }[]>(NEWEST);
  if (newest === undefined || newest.sequence === null) return { isSettled: true, mark: undefined };
  let open = await manager.query<Writer[]>(WRITERS, [null]);
  for (let look = 1; open.length > 0; look += 1) {
    if (look === LOOKS) return { isSettled: false, open: await whoTheyAre(manager, open) };
    await pause(PAUSE_MS);
    open = await manager.query<Writer[]>(WRITERS, [open.map(({ id }) => id)]);
  }
  return { isSettled: true, mark: newest.sequence };
}

function whoTheyAre(manager: EntityManager, open: readonly Writer[]): Promise<OpenTransaction[]> {
  return manager.query(WHO_THEY_ARE, [open.map(({ id }) => id), open.map(({ pid }) => pid)]);
}
