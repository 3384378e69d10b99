import type { EntityManager } from 'typeorm';

/** Longer than anybody of this service works at the pieces; who keeps them for longer holds up nobody else with them. */
const WITHIN = '5s';

/** To the end of the transaction: a lock that does not come in time ends it (503), and the next run tries again. */
export async function waitBriefly(manager: EntityManager): Promise<void> {
  await manager.query(`SET LOCAL lock_timeout = '${WITHIN}'`);
}

/**
 * Nothing leaves the ledger for the archive, and nothing comes back, between the reading of rows and the writing of what they add up to.
 * The statements that follow see what was moved before.
 */
export async function holdPieces(manager: EntityManager): Promise<void> {
  await waitBriefly(manager);
  await manager.query('LOCK TABLE ledger_pieces IN SHARE ROW EXCLUSIVE MODE');
  // The planner knows nothing of where new rows are and would read all others for them.
  await manager.query('SET LOCAL enable_seqscan = off');
}
