import type { EntityManager } from 'typeorm';
import type { UsageProgress } from '../folding/usage-progress.js';
import { isPackedCut, PACKED_GRAINS, SIX_HOURS_PACKED, USERS_AND_TAGS } from '../packs/packed-sums.js';
import { grainsOf } from '../usage-cuts.js';
import type { LabelledSegment, UsagePlan } from './usage-plan.js';
import { segmentsOf, usableGrains } from './usage-segments.js';
import type { SqlContext } from './usage-sql.js';

/** In a report all packs of its period are in memory, 30 MB at the most; of what is more, sums are read. */
const MOST_ROWS = 1_000_000;
/** Whose amounts are put in order in one step of a few milliseconds. */
const MOST_USERS = 50_000;

/** The sums of one span. */
export interface PackedSpan {
  readonly grain: number;
  readonly starts_at: Date;
  readonly rows: number;
  readonly isTakenAway: boolean;
}

/** What a report is read from. */
export interface PackedPlan {
  readonly project: number;
  readonly packs: readonly PackedSpan[];
  /** Facts, and sums that are in no pack. */
  readonly others: readonly LabelledSegment[];
}

interface SpanOfSegment {
  readonly segment: LabelledSegment;
  readonly grain: number;
  readonly from: number;
  readonly to: number;
}

type FoundPack = Omit<PackedSpan, 'isTakenAway'> & { readonly project: number };

const FIND = `
SELECT project, grain, starts_at, rows FROM usage_packs
 WHERE project = (SELECT id FROM usage_projects WHERE project_id = $1) AND cut = $2
   AND (grain, starts_at) IN (SELECT * FROM unnest($3::smallint[], $4::timestamptz[])) AND rows IS NOT NULL
 ORDER BY grain, starts_at`;

/** Undefined where sums are to be read: nothing is in packs, or what is there is too much. */
export async function planPacks(
  manager: EntityManager,
  { plan, progress, projectIds, highest }: Omit<SqlContext, 'bind'>,
): Promise<PackedPlan | undefined> {
  const isPacked = progress.packsListedTo !== undefined && isPackedCut(plan.cut);
  if (!isPacked || projectIds.length !== 1 || highest > MOST_USERS) return undefined;
  const segments = packedSegments(plan, progress);
  const spans = segments.flatMap(spansOf);
  const found = await manager.query<FoundPack[]>(FIND, [
    projectIds[0],
    plan.cut?.number,
    spans.map(({ grain }) => grain),
    spans.map(({ from }) => new Date(from)),
  ]);
  const [first] = found;
  const rows = found.reduce((sum, pack) => sum + pack.rows, 0);
  if (first === undefined || rows > MOST_ROWS) return undefined;
  const unpacked = spans.filter((span) => !found.some((pack) => isOf(pack, span)));
  return {
    project: first.project,
    packs: found.map((pack) => ({
      ...pack,
      isTakenAway: spans.some((span) => span.segment.isTakenAway && isOf(pack, span)),
    })),
    others: [
      ...segments.filter(({ grain }) => grain === 'facts'),
      ...unpacked.map(({ segment, from, to }) => ({ ...segment, from, to, grain: readFrom(segment.grain) })),
    ],
  };
}

/** The segments of a plan where the sums that are in packs alone are another way. */
function packedSegments(
  { cut, segments, inner }: UsagePlan,
  { sealedTo, packsListedTo = [] }: UsageProgress,
): readonly LabelledSegment[] {
  if (cut === undefined || cut.number !== USERS_AND_TAGS?.number || inner === undefined) return segments;
  const until = [...sealedTo];
  until[SIX_HOURS_PACKED.number] = packsListedTo[SIX_HOURS_PACKED.number] ?? 0;
  const grains = usableGrains([SIX_HOURS_PACKED, ...grainsOf(cut)], until, inner);
  return segmentsOf(inner, { grains, sealedTo: until }).map((segment) => ({ ...segment, slot: 0 }));
}

const readFrom = (grain: LabelledSegment['grain']): LabelledSegment['grain'] =>
  grain === SIX_HOURS_PACKED.number ? 'facts' : grain;

const isOf = (pack: FoundPack, span: SpanOfSegment): boolean =>
  pack.grain === span.grain && pack.starts_at.getTime() === span.from;

function spansOf(segment: LabelledSegment): SpanOfSegment[] {
  const { grain, from, to } = segment;
  if (grain === 'facts') return [];
  const length = PACKED_GRAINS.find(({ number }) => number === grain)?.ms ?? Infinity;
  return Array.from({ length: (to - from) / length }, (_, index) => {
    const start = from + index * length;
    return { segment, grain, from: start, to: start + length };
  });
}
