import { dayOf } from '../../../lib/day.js';
import { sealBytes, type SealingKeys } from '../../../lib/secret-box.js';
import type { Steps } from '../../../lib/steps.js';
import {
  scanTopLevel,
  scanTopLevelInSteps,
  type TopLevelMembers,
} from '../../../wire/json-bytes/scan-top-level.js';
import { isKeepableId, placeNameOf, type KeptItem } from '../items/kept-item.js';
import { packItems } from '../items/packed-items.js';
import { readItems } from '../items/read-items.js';
import type { ResponseToKeep } from './response-to-keep.js';
import { ownerOf, type StoredResponse } from '../stored-response.js';

/** Providers nest deeper than callers may. */
const MAX_DEPTH = 500;
/** Of more items the first ones are found by their id. */
const MAX_PLACES = 5_000;
const STEP_ITEMS = 1_000;
const SMALL_BYTES = 65_536;

/**
 * A response as its rows. Output items stand apart from the rest of the answer, because a chain needs those and no echo of tools
 * and instructions.
 * @throws Error when the answer is no JSON object with an `output`, or its id is none
 */
export function* encodeResponse(response: ResponseToKeep, key: SealingKeys): Steps<StoredResponse> {
  const { id, projectId, input } = response;
  if (!isKeepableId(id)) throw new Error('the id of a response cannot be kept');
  const scan = yield* scanAnswer(response.response);
  const { before, output, after } = yield* takeApart(scan);
  const of = { input: yield* noteItems(input), output: yield* noteItems(output) };
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
    wantedItems: of.input.wanted,
    contextBytes: of.input.bytes + of.output.bytes,
    items: [
      ...of.output.places.map((name) => ({ name, isOutput: true })),
      ...of.input.places.map((name) => ({ name, isOutput: false })),
    ],
    input: yield* seal('input', yield* packItems(input)),
    output: yield* seal('output', yield* packItems(output)),
    frame: yield* seal('frame', yield* packItems(frame)),
  };
}

/** A small one at once, which costs half as much. */
function* scanAnswer(json: Buffer): Steps<TopLevelMembers> {
  const options = { repeatedKeys: 'keep', maxDepth: MAX_DEPTH } as const;
  return json.length < SMALL_BYTES ? scanTopLevel(json, options) : yield* scanTopLevelInSteps(json, options);
}

interface Apart {
  readonly before: Buffer;
  readonly output: readonly KeptItem[];
  readonly after: Buffer;
}

function* takeApart(scan: TopLevelMembers): Steps<Apart> {
  const output = yield* readItems(scan, 'output', ({ id = '', json }): KeptItem => ({
    id,
    isIdGiven: false,
    kind: 'whole',
    json,
  }));
  const member = scan.find('output');
  if (output === undefined || member === undefined) throw new Error('an answer has no output to keep');
  return {
    before: scan.bytes.subarray(0, member.valueStart),
    output,
    after: scan.bytes.subarray(member.valueEnd),
  };
}

interface Noted {
  readonly bytes: number;
  /** Names under which items are found. A reference, and reasoning without its content, is none that anybody looks for. */
  readonly places: readonly string[];
  /** Names that must be looked up when the items are used again. */
  readonly wanted: readonly string[];
}

function* noteItems(items: readonly KeptItem[]): Steps<Noted> {
  const [places, wanted] = [new Set<string>(), new Set<string>()];
  let bytes = 0;
  for (const [index, { id, kind, json }] of items.entries()) {
    bytes += json.length;
    if (isKeepableId(id)) (kind === 'whole' ? places : wanted).add(placeNameOf(id));
    if (index % STEP_ITEMS === STEP_ITEMS - 1) yield;
  }
  return { bytes, places: [...places].slice(0, MAX_PLACES), wanted: [...wanted] };
}
