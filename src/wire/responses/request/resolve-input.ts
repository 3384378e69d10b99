import { concatInSteps } from '../../../lib/concat-in-steps.js';
import { GatewayError, InvalidRequestError } from '../../../lib/gateway-error.js';
import { atOnce, type Steps } from '../../../lib/steps.js';
import { editMembers, type MemberEdit } from '../../json-bytes/edit-members.js';
import { readString } from '../../json-bytes/read-member.js';
import { scanTopLevel } from '../../json-bytes/scan-top-level.js';
import { visitInSteps } from '../../json-bytes/visit-in-steps.js';
import { InputList } from './input-list.js';
import { ItemRuns } from './item-runs.js';
import type { ItemReference, ResponsesOutline } from './responses-outline.js';

/** What was kept of all that a request refers to, as JSON text. */
export interface KeptItems {
  /** The conversation up to the previous response, oldest item first. */
  readonly chain: readonly Buffer[];
  /** By their id. */
  readonly items: ReadonlyMap<string, Buffer>;
}

/** As much as a request may bring by itself. */
const MAX_RESOLVED_BYTES = 20 * 1_048_576;

/** Around a text with its quotes. */
const MESSAGE_START = Buffer.from('{"type":"message","role":"user","content":');
const MESSAGE_END = Buffer.from('}');

class ResolvedInputTooLargeError extends GatewayError {
  constructor() {
    super({
      status: 413,
      code: 'request_too_large',
      param: 'previous_response_id',
      message:
        'With the items that it refers to, the request takes more than 20 MB. Begin a new conversation with the part of it that matters.',
    });
  }
}

/**
 * The body as if all had been sent in it: the chain's items before those of `input`, kept items in the places of their references,
 * `previous_response_id` gone. Reasoning that comes bare and was not kept is left out, and so is what the chain holds already. All
 * other bytes stay; without anything to resolve they are the very same.
 * @throws InvalidRequestError (400) for an `item_reference` to what is not among the kept items; GatewayError (413) beyond 20 MB
 */
export function resolveInput(outline: ResponsesOutline, kept: KeptItems): Buffer {
  return atOnce(resolveInputInSteps(outline, kept));
}

/** The same for large bodies, in steps. */
export function* resolveInputInSteps(outline: ResponsesOutline, kept: KeptItems): Steps<Buffer> {
  const { scan, references, previousResponseId } = outline;
  if (previousResponseId === undefined && references.length === 0) return scan.bytes;
  const edits: MemberEdit[] = [{ remove: 'previous_response_id' }];
  const input = yield* resolveItems(outline, kept);
  // Stands for the list in the slices of the edited body, so that all is copied once.
  const place = Buffer.from('[]');
  if (input !== undefined) edits.push({ set: 'input', json: place });
  const pieces: Buffer[] = [];
  for (const slice of editMembers(scan, edits).slices) {
    if (slice !== place) pieces.push(slice);
    else for (const piece of input ?? []) pieces.push(piece);
  }
  if (pieces.reduce((sum, { length }) => sum + length, 0) > MAX_RESOLVED_BYTES)
    throw new ResolvedInputTooLargeError();
  return yield* concatInSteps(pieces);
}

/** The new list; `undefined`: it stays as it is. */
function* resolveItems(
  { scan, references }: ResponsesOutline,
  kept: KeptItems,
): Steps<readonly Buffer[] | undefined> {
  const { bytes } = scan;
  const runs = new ItemRuns(bytes);
  for (const item of kept.chain) runs.put(item);
  const input = scan.find('input');
  if (input?.kind === 'string') {
    if (!runs.isChanged) return undefined;
    runs.put(MESSAGE_START, bytes.subarray(input.valueStart, input.valueEnd), MESSAGE_END);
  }
  if (input?.kind === 'array') {
    const inChain = references.length === 0 ? new Set<string>() : idsOf(kept.chain);
    let next = 0;
    const list = new InputList({
      onItem: (_bytes, { index, start, end }) => {
        const reference = references[next];
        if (reference?.index !== index) {
          runs.keep(start, end);
          return;
        }
        next += 1;
        const item = inChain.has(reference.id) ? undefined : keptItem(reference, kept);
        if (item === undefined) runs.drop();
        else runs.put(item);
      },
    });
    yield* visitInSteps(bytes, input.valueStart, scan.hopper(), list);
  }
  return runs.isChanged || input === undefined || input.kind === 'null' ? runs.finish() : undefined;
}

function keptItem({ id, kind, index }: ItemReference, { items }: KeptItems): Buffer | undefined {
  const item = items.get(id);
  if (item !== undefined || kind === 'bare-reasoning') return item;
  throw new InvalidRequestError({
    param: `input[${index}].id`,
    message: `\`input[${index}].id\` refers to an item that is not kept here. Send the item itself.`,
  });
}

function idsOf(items: readonly Buffer[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const item of items) {
    const scan = scanTopLevel(item, { repeatedKeys: 'keep', maxDepth: KEPT_MAX_DEPTH });
    if (scan.find('id')?.kind === 'string') ids.add(readString(scan, 'id') ?? '');
  }
  return ids;
}

/** What a provider answered may nest deeper than what a caller sends. */
const KEPT_MAX_DEPTH = 500;
