import type { EntityManager } from 'typeorm';
import { binOf, summed, SUMS } from '../call-as-usage.js';
import { DIMENSION_NUMBERS } from '../usage-dimensions.js';
import { CUTS, isSummedBy, type UsageCut } from '../usage-cuts.js';
import {
  floor,
  FURTHER_GRAINS,
  grainNumber,
  GRAINS,
  QUARTER_MS,
  type FurtherGrain,
  type Grain,
  type SealedTo,
  type Span,
} from '../usage-grains.js';
import { cellsOf, cutsBefore, cutsFrom } from './cells.js';

/** How long a quarter waits for calls that began in it: those that come later are added one by one. */
const SLACK_MS = QUARTER_MS;

/** Until when each grain is to be sealed. Never back: a clock that is set back seals nothing for a while. */
export function nextSeals(sealedTo: SealedTo, now: number): SealedTo {
  return GRAINS.map(({ number, ms }) => Math.max(sealedTo[number] ?? 0, floor(now - SLACK_MS, ms)));
}

const INTO = `INSERT INTO usage_sums (project, cut, grain, starts_at, first, second, ${SUMS.join(', ')})`;

function fromFacts({ number, ms }: Grain, cuts: readonly UsageCut[]): string {
  return `${INTO}
SELECT f.project, cell.cut, ${number}, ${binOf(`interval '${ms / 1_000} seconds'`, 'f.starts_at')}, cell.first, cell.second, ${summed('f')}
  FROM usage_facts AS f JOIN usage_combinations AS c ON c.project = f.project AND c.id = f.combination
 CROSS JOIN LATERAL ${cellsOf(cuts)}
 WHERE f.starts_at >= $1 AND f.starts_at < $2 GROUP BY 1, 2, 4, 5, 6 ORDER BY 1, 2, 4, 5, 6`;
}

/** Project by project and cut by cut, as the sums are ordered. @param shorter the number of the grain that it is made of */
function fromShorter({ number, ms }: Grain, shorter: number, cuts: readonly UsageCut[]): string {
  return `${INTO}
SELECT s.project, s.cut, ${number}, ${binOf(`interval '${ms / 1_000} seconds'`, 's.starts_at')}, s.first, s.second, ${summed('s')}
  FROM usage_projects AS p CROSS JOIN unnest(ARRAY[${cuts.map((cut) => cut.number).join(', ')}]::smallint[]) AS by (cut)
 CROSS JOIN LATERAL (SELECT * FROM usage_sums WHERE project = p.id AND cut = by.cut AND grain = ${shorter}
                        AND starts_at >= $1 AND starts_at < $2 OFFSET 0) AS s
 GROUP BY 1, 2, 4, 5, 6 ORDER BY 1, 2, 4, 5, 6`;
}

/** Sums the spans that have ended, the shortest first: each from those that it is made of. */
export async function sealSums(manager: EntityManager, from: SealedTo, to: SealedTo): Promise<void> {
  for (const grain of GRAINS) {
    const span = [from, to].map((times) => new Date(times[grain.number] ?? 0));
    if (span[0]?.getTime() === span[1]?.getTime()) continue;
    if (cutsFrom(grain.number).length > 0)
      await manager.query(fromFacts(grain, cutsFrom(grain.number)), span);
    if (cutsBefore(grain.number).length > 0)
      await manager.query(fromShorter(grain, grain.number - 1, cutsBefore(grain.number)), span);
  }
}

/** What there may be from before the mark was set back is made anew, and nothing that was there is missing now. */
const ANEW = `
ON CONFLICT ON CONSTRAINT usage_sums_pk DO UPDATE SET ${SUMS.map((sum) => `${sum} = excluded.${sum}`).join(', ')}`;

const NEXT_USED = `
SELECT min(used.next) AS next FROM usage_projects AS p
 CROSS JOIN LATERAL (SELECT min(starts_at) AS next FROM usage_sums
                      WHERE project = p.id AND cut = ${DIMENSION_NUMBERS.surface} AND grain = ${grainNumber('six-hours')} AND starts_at >= $1) AS used`;

/** A further grain whose mark is behind what its sums are made of. */
interface FurtherStep {
  readonly grain: FurtherGrain;
  /** From its mark to where it is to be. */
  readonly span: Span;
}

/** The first further grain that is behind; undefined when none is. */
export function nextFurther(sealedTo: SealedTo): FurtherStep | undefined {
  const steps = FURTHER_GRAINS.map((grain) => {
    const behind = sealedTo[grainNumber(grain.of === 'facts' ? 'six-hours' : grain.of)] ?? 0;
    return { grain, span: { from: sealedTo[grain.number] ?? 0, to: floor(behind, grain.ms) } };
  });
  return steps.find(({ span }) => span.from < span.to);
}

/** Sums the next span of a further grain in which there is anything. @returns where its mark is now */
export async function sealFurther(
  manager: EntityManager,
  { grain, span: { from, to } }: FurtherStep,
): Promise<number> {
  const [used] = await manager.query<{ next: Date | null }[]>(NEXT_USED, [new Date(from)]);
  const next = floor(used?.next?.getTime() ?? to, grain.ms);
  if (next >= to) return to;
  const cuts = CUTS.filter((cut) => isSummedBy(cut, grain.name));
  const sums =
    grain.of === 'facts' ? fromFacts(grain, cuts) : fromShorter(grain, grainNumber(grain.of), cuts);
  await manager.query(`${sums}${ANEW}`, [new Date(next), new Date(next + grain.ms)]);
  return next + grain.ms;
}
