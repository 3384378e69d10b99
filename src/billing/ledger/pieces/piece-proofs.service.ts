import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../../../http/logger.js';
import { MINUTE_MS } from '../../../lib/durations.js';
import { PacedWork } from '../../../lib/paced-work.js';
import { Places } from '../../../lib/places.js';
import { NOTE_OPEN_HOLDS } from './hold-statements.js';
import { holdPieces } from './hold-pieces.js';

/** With an hourly sweep each piece is read again within a week, and few ones within the hour. */
const SWEEPS_A_ROUND = 7 * 24;
const PIECES_A_SWEEP = 100;
const AT_IT_FOR_MS = 5 * MINUTE_MS;
/** With a check of one organization: its answer is waited for. */
const PIECES_A_CHECK = 1;

/**
 * Those to be counted again and those that differed, and as many of the others, which were read longest ago: what stays different keeps
 * nobody from being read. `$1`: of one organization; null: of all. `$2`: how many of each.
 */
const TO_PROVE = `
WITH own AS (
  SELECT *, entries IS NOT NULL AND differs_since IS NULL AS is_known FROM ledger_pieces WHERE $1::text IS NULL OR organization_id = $1
), most AS (
  SELECT coalesce($2::bigint, greatest(${PIECES_A_SWEEP}, count(*) / ${SWEEPS_A_ROUND})) AS pieces FROM own
)
(SELECT organization_id, after_sequence FROM own WHERE NOT is_known
  ORDER BY entries IS NOT NULL, proved_at, organization_id, after_sequence LIMIT (SELECT pieces FROM most))
UNION ALL
(SELECT organization_id, after_sequence FROM own WHERE is_known
  ORDER BY proved_at, organization_id, after_sequence LIMIT (SELECT pieces FROM most))`;

const PROVE = `
UPDATE ledger_pieces p
   SET proved_at = now(), entries = coalesce(p.entries, read.found), amount_usd = coalesce(p.amount_usd, read.found_usd),
       differs_since = CASE WHEN p.entries <> read.found OR p.amount_usd <> read.found_usd THEN coalesce(p.differs_since, now()) END
  FROM (SELECT own.organization_id, own.after_sequence, own.differs_since, rows.*
          FROM ledger_pieces AS own CROSS JOIN LATERAL (
            SELECT count(*) AS found, coalesce(sum(amount_usd), 0) AS found_usd FROM ledger_entries
             WHERE organization_id = own.organization_id AND sequence > own.after_sequence AND sequence <= own.to_sequence) AS rows
         WHERE own.organization_id = $1 AND own.after_sequence = $2) AS read
 WHERE p.organization_id = read.organization_id AND p.after_sequence = read.after_sequence
RETURNING p.to_sequence, p.differs_since IS NOT NULL AS differs, read.differs_since IS NOT NULL AS differed`;

interface PieceKey {
  readonly organization_id: string;
  readonly after_sequence: string;
}

interface Proof {
  readonly to_sequence: string;
  readonly differs: boolean;
  readonly differed: boolean;
}

/** Reads the rows of carried pieces again, so that what is carried hides nothing that became of them. */
@Injectable()
export class PieceProofs {
  /** They wait for each other, and for the archive; those who wait must not have the connections that calls need. */
  private readonly places = new Places(1);

  constructor(
    private readonly dataSource: DataSource,
    private readonly pace: PacedWork,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** For the hourly sweep: some of everyone's. */
  async sweep(): Promise<void> {
    const pieces = await this.next(null, null);
    await this.pace.run(AT_IT_FOR_MS, async () => {
      const piece = pieces.shift();
      if (piece !== undefined) await this.prove(piece);
      return pieces.length > 0;
    });
  }

  /** @param isFull all pieces of the organization, and not only one */
  async check(organizationId: string, isFull: boolean): Promise<void> {
    const pieces = await this.next(organizationId, isFull ? Number.MAX_SAFE_INTEGER : PIECES_A_CHECK);
    for (const piece of pieces) await this.prove(piece);
  }

  private next(organizationId: string | null, count: number | null): Promise<PieceKey[]> {
    return this.dataSource.query<PieceKey[]>(TO_PROVE, [organizationId, count]);
  }

  private async prove(piece: PieceKey): Promise<void> {
    const proof = await this.places.take(() =>
      this.dataSource.transaction((manager) => proveIn(manager, piece)),
    );
    if (proof === undefined || proof.differs === proof.differed) return;
    const told = {
      organization_id: piece.organization_id,
      after: piece.after_sequence,
      up_to: proof.to_sequence,
    };
    if (proof.differs) this.logger.error(told, 'entries of the ledger are not those that were added up once');
    else this.logger.warn(told, 'entries of the ledger are again what was added up once');
  }
}

async function proveIn(
  manager: EntityManager,
  { organization_id: organizationId, after_sequence: after }: PieceKey,
): Promise<Proof | undefined> {
  await holdPieces(manager);
  const [[proof]] = await manager.query<[Proof[], number]>(PROVE, [organizationId, after]);
  if (proof === undefined) return undefined;
  // A hold that looks open now, and did not when it was carried, is in the next check.
  await manager.query(NOTE_OPEN_HOLDS, [[organizationId], [after], [proof.to_sequence]]);
  return proof;
}
