import { dayOf } from '../../lib/day.js';
import { sealBytes } from '../../lib/secret-box.js';
import type { Steps } from '../../lib/steps.js';
import { scanTopLevelInSteps, type TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { isKeepableId, placeNameOf, type KeptItem } from './kept-item.js';
import { packItems } from './packed-items.js';
import { itemsOf } from './read-items.js';
import type { ResponseToKeep } from './response-to-keep.js';
import { ownerOf, type StoredItem, type StoredResponse } from './stored-response.js';

/** Providers nest deeper than callers may. */
const MAX_DEPTH = 500;
/** Of more items the first ones are found by their id. */
const MAX_PLACES = 5_000;

/**
 * A response as its rows. Output items stand apart from the rest of the answer, because a chain needs those and no echo of tools
 * and instructions.
 * @throws Error when the answer is no JSON object with an `output`, or its id is none
 */
export function* encodeResponse(response: ResponseToKeep, key: Buffer): Steps<StoredResponse> {
  const { id, projectId, input } = response;
  if (!isKeepableId(id)) throw new Error('the id of a response cannot be kept');
  const scan = yield* scanTopLevelInSteps(response.response, {
    repeatedKeys: 'keep',
    maxDepth: MAX_DEPTH,
  });
  const { before, output, after } = yield* takeApart(scan);
  const seal = (part: 'input' | 'output' | 'frame', pieces: readonly Buffer[]): Steps<Buffer> =>
    sealBytes(pieces, { key, owner: ownerOf({ projectId, id, part }) });
  const frame = [before, after].map((json): KeptItem => ({ id: '', isIdGiven: false, kind: 'whole', json }));
  return {
    projectId,
    id,
    day: dayOf(response.createdAt.getTime()),
    createdAt: response.createdAt,
    callId: response.callId,
    model: response.model,
    previousId: response.previousId,
    wantedItems: wantedOf(input),
    contextBytes: bytesOf(input) + bytesOf(output),
    items: [...placesOf(output, true), ...placesOf(input, false)],
    input: yield* seal('input', yield* packItems(input)),
    output: yield* seal('output', yield* packItems(output)),
    frame: yield* seal('frame', yield* packItems(frame)),
  };
}

interface Apart {
  readonly before: Buffer;
  readonly output: readonly KeptItem[];
  readonly after: Buffer;
}

function* takeApart(scan: TopLevelMembers): Steps<Apart> {
  const heads = itemsOf(scan, 'output');
  const member = scan.find('output');
  if (heads === undefined || member === undefined) throw new Error('an answer has no output to keep');
  const output = (yield* heads).map(({ id = '', json }): KeptItem => ({
    id,
    isIdGiven: false,
    kind: 'whole',
    json,
  }));
  return {
    before: scan.bytes.subarray(0, member.valueStart),
    output,
    after: scan.bytes.subarray(member.valueEnd),
  };
}

/** What must be looked up when the input is used again. */
function wantedOf(input: readonly KeptItem[]): string[] {
  const ids = input.filter(({ kind, id }) => kind !== 'whole' && isKeepableId(id));
  return [...new Set(ids.map(({ id }) => placeNameOf(id)))];
}

/** Where items are found by their ids. A reference, and a reasoning item without its content, is none that anybody looks for. */
function placesOf(items: readonly KeptItem[], isOutput: boolean): StoredItem[] {
  const ids = items.filter(({ kind, id }) => kind === 'whole' && isKeepableId(id));
  const names = new Set(ids.map(({ id }) => placeNameOf(id)));
  return [...names].slice(0, MAX_PLACES).map((name) => ({ name, isOutput }));
}

function bytesOf(items: readonly KeptItem[]): number {
  return items.reduce((sum, { json }) => sum + json.length, 0);
}
