import pg from 'pg';
import { newId } from '../../src/lib/ids.ts';

const DAY_MS = 86_400_000;
/** Some charges are of calls of long ago, which the archive takes. */
const OLD_DAYS = 100;
const MAX_CHARGES = 20;
const MAX_OPEN_MS = 40;
const BETWEEN_COMMITS_MS = 15;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const below = (limit) => Math.floor(Math.random() * limit);

/** Writes to ledgers as commits do, on a connection of its own: charges, and what batches hold and settle, with their balances. */
export class Writer {
  /** Of each organization, in millionths of a dollar: what was committed. */
  written = new Map();
  entries = 0;
  isOver = false;

  constructor(url, organizationIds) {
    this.url = url;
    this.organizationIds = organizationIds;
  }

  async run() {
    const client = new pg.Client(this.url);
    await client.connect();
    try {
      while (!this.isOver) {
        await this.commit(client);
        await pause(BETWEEN_COMMITS_MS);
      }
    } finally {
      await client.end();
    }
  }

  /** @param {number} charges of one transaction, half of them old when it is even */
  async commit(client, charges = 1 + below(MAX_CHARGES)) {
    const organizationId = this.organizationIds[below(this.organizationIds.length)];
    const rows = below(5) === 0 ? batchOf() : chargesOf(charges);
    const [moved, held] = [
      sumOf(rows),
      -sumOf(rows.filter(({ kind }) => kind !== 'usage' && kind !== 'settlement')),
    ];
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO ledger_entries (organization_id, kind, amount_usd, reference, created_at)
       SELECT $1, kind, micro * 0.000001::numeric, reference, at FROM unnest($2::text[], $3::bigint[], $4::text[], $5::timestamptz[]) AS r (kind, micro, reference, at)`,
      [
        organizationId,
        rows.map(({ kind }) => kind),
        rows.map(({ micro }) => micro),
        rows.map(({ reference }) => reference),
        rows.map(({ at }) => at),
      ],
    );
    // Its entries are seen later than some with greater numbers.
    if (below(4) === 0) await pause(below(MAX_OPEN_MS));
    await client.query(
      `UPDATE balances SET balance_usd = balance_usd + $2 * 0.000001::numeric, reserved_usd = reserved_usd + $3 * 0.000001::numeric
        WHERE organization_id = $1`,
      [organizationId, moved, held],
    );
    await client.query('COMMIT');
    this.written.set(organizationId, (this.written.get(organizationId) ?? 0) + moved);
    this.entries += rows.length;
  }
}

function chargesOf(count) {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const ms = index % 2 === 0 ? now : now - OLD_DAYS * DAY_MS - below(DAY_MS);
    return { kind: 'usage', micro: -1 - below(5_000), reference: newId('call', ms), at: new Date(ms) };
  });
}

/** What a batch leaves: some are still open. */
function batchOf() {
  const [reference, at] = [newId('batch'), new Date()];
  const reserved = { kind: 'reservation', micro: -2_000_000, reference, at };
  if (below(3) === 0) return [reserved];
  return [
    reserved,
    { ...reserved, kind: 'release', micro: 2_000_000 },
    { ...reserved, kind: 'settlement', micro: -below(900_000) },
  ];
}

function sumOf(rows) {
  return rows.reduce((sum, { micro }) => sum + micro, 0);
}
