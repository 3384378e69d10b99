import type { EntityManager } from 'typeorm';
import { binOf, summed, SUMS } from '../call-as-usage.js';
import { floor, GRAINS, QUARTER_MS, type Grain, type SealedTo } from '../usage-grains.js';
import { cellsOf, cutsBefore, cutsFrom } from './cells.js';

/** How long a quarter waits for calls that began in it: those that come later are added one by one. */
const SLACK_MS = QUARTER_MS;

/** Until when each grain is to be sealed. Never back: a clock that is set back seals nothing for a while. */
export function nextSeals(sealedTo: SealedTo, now: number): SealedTo {
  return GRAINS.map(({ number, ms }) => Math.max(sealedTo[number] ?? 0, floor(now - SLACK_MS, ms)));
}

const INTO = `INSERT INTO usage_sums (project, cut, grain, starts_at, first, second, ${SUMS.join(', ')})`;

function fromFacts({ number, ms }: Grain): string {
  return `${INTO}
SELECT f.project, cell.cut, ${number}, ${binOf(`interval '${ms / 1_000} seconds'`, 'f.starts_at')}, cell.first, cell.second, ${summed('f')}
  FROM usage_facts AS f JOIN usage_combinations AS c ON c.project = f.project AND c.id = f.combination
 CROSS JOIN LATERAL ${cellsOf(cutsFrom(number))}
 WHERE f.starts_at >= $1 AND f.starts_at < $2 GROUP BY 1, 2, 4, 5, 6 ORDER BY 1, 2, 4, 5, 6`;
}

/** Project by project and cut by cut, as the sums are ordered. */
function fromShorter({ number, ms }: Grain): string {
  return `${INTO}
SELECT s.project, s.cut, ${number}, ${binOf(`interval '${ms / 1_000} seconds'`, 's.starts_at')}, s.first, s.second, ${summed('s')}
  FROM usage_projects AS p CROSS JOIN unnest(ARRAY[${cutsBefore(number)
    .map((cut) => cut.number)
    .join(', ')}]::smallint[]) AS by (cut)
 CROSS JOIN LATERAL (SELECT * FROM usage_sums WHERE project = p.id AND cut = by.cut AND grain = ${number - 1}
                        AND starts_at >= $1 AND starts_at < $2 OFFSET 0) AS s
 GROUP BY 1, 2, 4, 5, 6 ORDER BY 1, 2, 4, 5, 6`;
}

/** Sums the spans that have ended, the shortest first: each from those that it is made of. */
export async function sealSums(manager: EntityManager, from: SealedTo, to: SealedTo): Promise<void> {
  for (const grain of GRAINS) {
    const span = [from, to].map((times) => new Date(times[grain.number] ?? 0));
    if (span[0]?.getTime() === span[1]?.getTime()) continue;
    if (cutsFrom(grain.number).length > 0) await manager.query(fromFacts(grain), span);
    if (cutsBefore(grain.number).length > 0) await manager.query(fromShorter(grain), span);
  }
}
