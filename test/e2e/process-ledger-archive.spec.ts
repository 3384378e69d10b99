import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { chargedCall, chargesLeft } from './ledger-archive-support.js';
import { ProcessesOfLedger } from './processes-of-ledger.js';

const CHARGES = 5;
/** One of the rows is held, so that archiving stands still in the middle of its transaction, its file written. */
const MOVING = {
  lock: `SELECT FROM ledger_entries WHERE kind = 'usage' FOR UPDATE`,
  waits: 'DELETE FROM ledger_entries',
};

const processes = new ProcessesOfLedger();
const files = (): Promise<string[]> => readdir(path.join(processes.objects, 'ledger'));

it('a process that is killed between the file and the end of its transaction has moved nothing, and the next one does', async () => {
  const { dataSource, tenant } = processes;
  const days = Array.from({ length: CHARGES }, (_, day) => new Date(Date.UTC(2026, 2, 1 + day)));
  for (const at of days) await chargedCall(dataSource, tenant, { at, usd: '0.1' });
  const first = await processes.start();
  const at = `/organizations/${tenant.organizationId}/ledger`;
  const before = (await first.admin.get(at)).body;
  await processes.killWhileItSweeps(first, MOVING);
  expect(await chargesLeft(dataSource)).toHaveLength(CHARGES);
  const [orphan] = await files();
  expect(orphan).toBeDefined();

  const { admin } = await processes.start();
  expect((await admin.get(at)).body).toEqual(before);
  expect((await admin.get(`${at}/check`)).body).toMatchObject({ ok: true, archived_entries: 0 });
  expect((await admin.post('/maintenance/sweep')).body.ledger_check).toBe('ok');
  expect(await chargesLeft(dataSource)).toEqual([]);
  expect((await admin.get(at)).body).toEqual(before);
  expect((await admin.get(`${at}/check`)).body).toMatchObject({ ok: true, archived_entries: CHARGES });
  const kept = await files();
  expect(kept).toHaveLength(1);
  expect(kept).not.toContain(orphan);
});
