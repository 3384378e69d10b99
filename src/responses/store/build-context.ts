import type { Steps } from '../../lib/steps.js';
import type { ContextRow } from './context-rows.js';
import { placeNameOf, type KeptItem } from './items/kept-item.js';
import type { KeptContext, MadeItem, WantedContext } from './writing/response-to-keep.js';
import type { ReadsParts } from './items/sealed-parts.js';
import {
  BrokenChainError,
  ItemNotFoundError,
  KEPT_CONTEXT_CAP_BYTES,
  KeptContextTooLargeError,
  PreviousResponseNotFoundError,
} from './stored-response-errors.js';

/** Far longer than any conversation that fits. */
export const MAX_TURNS = 5_000;
const STEP_ITEMS = 1_000;

/**
 * What a request refers to, of the rows that were found for it.
 * @throws PreviousResponseNotFoundError, BrokenChainError (404), ItemNotFoundError (400), KeptContextTooLargeError (413)
 */
export function* buildContext(
  rows: readonly ContextRow[],
  { previousResponseId, items: wanted }: WantedContext,
  parts: ReadsParts,
): Steps<KeptContext> {
  const turns = rows.filter(({ turn }) => turn > 0).sort((one, other) => other.turn - one.turn);
  if (previousResponseId !== undefined) checkChain(turns, previousResponseId);
  if (rows.some(({ turn, isOverCap }) => turn === 0 && isOverCap))
    throw new KeptContextTooLargeError('input');
  const made: MadeItem[] = [];
  const known = yield* readWanted(rows, parts, made);
  const chain: Buffer[] = [];
  for (const turn of turns) {
    for (const item of yield* parts.items(turn, 'input')) {
      chain.push(wholeOf(item, known, turn.id));
      if (chain.length % STEP_ITEMS === 0) yield;
    }
    for (const { json } of yield* parts.items(turn, 'output')) {
      chain.push(json);
      made.push({ model: turn.model, json });
    }
  }
  const items = new Map<string, Buffer>();
  for (const { id, kind, index } of wanted) {
    const json = known.get(id);
    if (json !== undefined) items.set(id, json);
    else if (kind === 'reference') throw new ItemNotFoundError({ id, index });
  }
  checkSize(chain, items, previousResponseId);
  return { chain, items, made };
}

function checkChain(turns: readonly ContextRow[], id: string): void {
  const [oldest] = turns;
  if (oldest === undefined) throw new PreviousResponseNotFoundError(id);
  if (oldest.turn >= MAX_TURNS || turns.some(({ isOverCap }) => isOverCap))
    throw new KeptContextTooLargeError('previous_response_id');
  if (oldest.previousId !== undefined) throw new BrokenChainError({ id, missing: oldest.previousId });
}

/** The items that were looked for by their ids. @param made gets those that stand in answers */
export function* readWanted(
  rows: readonly ContextRow[],
  parts: ReadsParts,
  made: MadeItem[] = [],
): Steps<ReadonlyMap<string, Buffer>> {
  const known = new Map<string, Buffer>();
  for (const row of rows.filter(({ turn }) => turn === 0)) {
    const names = new Set(row.itemNames);
    for (const part of row.parts.keys())
      for (const { id, kind, json } of yield* parts.items(row, part))
        if (kind === 'whole' && names.has(placeNameOf(id))) {
          known.set(id, json);
          if (part === 'output') made.push({ model: row.model, json });
        }
  }
  return known;
}

/** An item of an earlier input as it was meant. */
function wholeOf({ id, kind, json }: KeptItem, known: ReadonlyMap<string, Buffer>, turnId: string): Buffer {
  if (kind === 'whole') return json;
  const whole = known.get(id);
  if (whole === undefined && kind === 'reference') throw new BrokenChainError({ id: turnId, missing: id });
  return whole ?? json;
}

function checkSize(
  chain: readonly Buffer[],
  items: ReadonlyMap<string, Buffer>,
  previousResponseId: string | undefined,
): void {
  const all = [...chain, ...items.values()];
  if (all.reduce((sum, { length }) => sum + length, 0) > KEPT_CONTEXT_CAP_BYTES)
    throw new KeptContextTooLargeError(previousResponseId === undefined ? 'input' : 'previous_response_id');
}
