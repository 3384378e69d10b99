import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';

/** A commit takes milliseconds; whoever takes longer is left to the next run. */
const LOOKS = 50;
const PAUSE_MS = 20;

const NEWEST = `
SELECT pg_sequence_last_value(pg_get_serial_sequence('ledger_entries', 'sequence')::regclass)::text AS sequence`;

/** Transactions that may have written to the ledger. One that was prepared for a second phase has another number than before. */
const WRITERS = `
SELECT virtualtransaction AS id FROM pg_locks
 WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted AND relation = 'ledger_entries'::regclass
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND ($1::text[] IS NULL OR virtualtransaction = ANY($1) OR virtualtransaction LIKE '-1/%')`;

/**
 * The sequence of an entry up to which all entries are visible to the statements that follow, or will never be. Sequences are handed out
 * in the order in which they are asked for, and become visible in any other; but whoever asked for one holds a lock on the table by then,
 * to the end of its transaction. So when all who held one after the sequence was read are gone, nothing up to it is still to come.
 * @returns undefined when one of them stays, or there is no entry
 */
export async function settledMark(manager: EntityManager): Promise<string | undefined> {
  const [newest] = await manager.query<{ sequence: string | null }[]>(NEWEST);
  if (newest === undefined || newest.sequence === null) return undefined;
  const writers = async (among: readonly string[] | null): Promise<string[]> =>
    (await manager.query<{ id: string }[]>(WRITERS, [among])).map(({ id }) => id);
  let open = await writers(null);
  for (let look = 1; open.length > 0; look += 1) {
    if (look === LOOKS) return undefined;
    await pause(PAUSE_MS);
    open = await writers(open);
  }
  return newest.sequence;
}
