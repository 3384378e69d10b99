import type { EntityManager } from 'typeorm';

/**
 * What processes take turns at, and the one number of each: two purposes of one number would wait for each other. A number stays
 * what it is, since an older version may be running beside this one. All of them are here, and nowhere else (a test looks).
 */
export const ADVISORY_LOCKS = {
  migrations: 7_142_001,
  batchCapacity: 7_142_002,
  ledgerCheck: 7_142_003,
  firstStart: 7_142_004,
  spanPartitions: 7_142_005,
  taskGroups: 7_142_006,
  recommendations: 7_142_007,
  usageFold: 7_142_010,
  responsePartitions: 7_142_011,
  callTerms: 7_142_060,
  refusalPartitions: 7_142_021,
  contentPartitions: 7_142_022,
  callPartitions: 7_142_023,
  ledgerArchive: 7_142_080,
  ledgerPieces: 7_142_081,
  ledgerIndexes: 7_142_082,
} as const;

export type LockPurpose = keyof typeof ADVISORY_LOCKS;

/** Waits for its turn, which lasts to the end of the transaction: all of a purpose, or those of one project. */
export async function takeTurn(
  manager: EntityManager,
  purpose: LockPurpose,
  projectId?: string,
): Promise<void> {
  const number = ADVISORY_LOCKS[purpose];
  if (projectId === undefined) await manager.query('SELECT pg_advisory_xact_lock($1)', [number]);
  else await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [number, projectId]);
}

/** Takes its turn to the end of the transaction if nobody has it. @returns whether it did */
export async function takeFreeTurn(manager: EntityManager, purpose: LockPurpose): Promise<boolean> {
  const [lock] = await manager.query<{ taken: boolean }[]>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
    ADVISORY_LOCKS[purpose],
  ]);
  return lock?.taken === true;
}

/**
 * Works in the turn of the manager's connection if nobody has it, without a transaction: statements that wait for all older ones would
 * wait for that. @returns whether it did
 */
export async function inFreeSession(
  manager: EntityManager,
  purpose: LockPurpose,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const number = [ADVISORY_LOCKS[purpose]];
  const [lock] = await manager.query<{ taken: boolean }[]>(
    'SELECT pg_try_advisory_lock($1) AS taken',
    number,
  );
  if (lock?.taken !== true) return false;
  try {
    await work();
  } finally {
    await manager.query('SELECT pg_advisory_unlock($1)', number);
  }
  return true;
}
