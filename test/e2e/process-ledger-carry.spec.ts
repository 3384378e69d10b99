import { expect, it } from 'vitest';
import { chargedCall } from './ledger-archive-support.js';
import { ProcessesOfLedger } from './processes-of-ledger.js';

const OLD = new Date('2026-03-01T10:00:00Z');
/** Carrying and proving write to that table at the end of their transaction. */
const NOTING_HOLDS = {
  lock: 'LOCK TABLE ledger_open_holds IN SHARE ROW EXCLUSIVE MODE',
  waits: 'INSERT INTO ledger_open_holds',
};
/** Pieces that are not what their rows add up to. */
const OF_OTHER_ROWS = `
SELECT * FROM ledger_pieces p CROSS JOIN LATERAL (
  SELECT count(*) AS found, coalesce(sum(amount_usd), 0) AS found_usd FROM ledger_entries
   WHERE organization_id = p.organization_id AND sequence > p.after_sequence AND sequence <= p.to_sequence) AS rows
 WHERE (entries, p.amount_usd) IS DISTINCT FROM (found, found_usd)`;

const processes = new ProcessesOfLedger();

it('a process that is killed while it carries or proves sums has carried nothing twice, and the next one goes on', async () => {
  const { dataSource, tenant } = processes;
  for (const at of [new Date(), new Date(), new Date()]) await chargedCall(dataSource, tenant, { at });
  await processes.killWhileItSweeps(await processes.start(), NOTING_HOLDS);

  const second = await processes.start();
  const path = `/organizations/${tenant.organizationId}/ledger/check?full=true`;
  expect((await second.admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
  // Nothing is left to be carried, so what the next sweep writes to the table of holds is of a proof.
  await processes.killWhileItSweeps(second, NOTING_HOLDS);
  await chargedCall(dataSource, tenant, { at: OLD });

  const { admin } = await processes.start();
  const sound = { ok: true, entries: 5, piece_faults: [] };
  expect((await admin.get(path)).body).toMatchObject({ ...sound, archived_entries: 0 });
  expect((await admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
  expect((await admin.get(path)).body).toMatchObject({ ...sound, archived_entries: 1 });
  expect(await dataSource.query(OF_OTHER_ROWS)).toEqual([]);
  expect(await dataSource.query('SELECT entries FROM ledger_pieces')).toEqual([{ entries: '4' }]);
});
