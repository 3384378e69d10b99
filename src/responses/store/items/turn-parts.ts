import type { Steps } from '../../../lib/steps.js';
import type { ContextRow } from '../context-rows.js';
import type { RecentTurn, Turn } from '../recent-turns.js';
import type { SealedPart } from '../stored-response.js';
import type { KeptItem } from './kept-item.js';
import type { ReadsParts } from './sealed-parts.js';

const NOTHING: Turn = { input: [], output: [] };

/** The turns of a conversation: those in memory from there, the others opened, and noted. */
export class TurnParts implements ReadsParts {
  /** By the response's id. */
  readonly opened = new Map<string, RecentTurn>();

  constructor(
    private readonly sealed: ReadsParts,
    private readonly recent: ReadonlyMap<string, Turn>,
  ) {}

  *items(row: ContextRow, part: SealedPart): Steps<readonly KeptItem[]> {
    if (row.turn === 0 || part === 'frame') return yield* this.sealed.items(row, part);
    const turn = this.recent.get(row.id);
    if (turn !== undefined) return turn[part];
    const items = yield* this.sealed.items(row, part);
    const { input, output } = this.opened.get(row.id) ?? NOTHING;
    const { previousId } = row;
    this.opened.set(
      row.id,
      part === 'input' ? { previousId, input: items, output } : { previousId, input, output: items },
    );
    return items;
  }
}
