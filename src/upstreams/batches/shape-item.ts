import { leavesNoRoomToThink, thinksUnasked } from '../../catalog/thinks-unasked.js';
import { assertNever } from '../../lib/assert-never.js';
import { atOnce, inPieces } from '../../lib/steps.js';
import { editMembers, joinBytes, type MemberEdit } from '../../wire/json-bytes/edit-members.js';
import { JsonBytesError, toInvalidRequestError } from '../../wire/json-bytes/json-bytes-error.js';
import { readJson, readNumber, readRaw } from '../../wire/json-bytes/read-member.js';
import {
  LARGE_DOCUMENT_BYTES,
  scanTopLevel,
  scanUnhurried,
  type TopLevelMembers,
} from '../../wire/json-bytes/scan-top-level.js';
import { hasForeignMembers } from '../../wire/openai/read-chat-view.js';
import {
  readReasoningControl,
  REASONING_FIELDS,
  type ReasoningControl,
} from '../../wire/openai/read-reasoning-control.js';
import { removals, type ChatShapeInput } from '../shaping/chat-shape.js';
import { readEffortControl, readOutputLimit } from '../../wire/responses/request/read-settings.js';
import type { ChatTarget } from '../shaping/chat-target.js';
import { shapeResponsesInSteps } from '../shaping/shape-responses-for-provider-b.js';
import { shapeLiveChat } from '../shaping/shape-chat.js';
import type { PortionItem, RequestKind } from './batch-provider.js';

/** Nothing streams in a batch, and providers refuse to be told so. */
const STREAM_MEMBERS = ['stream', 'stream_options'] as const;
/** The Messages API requires a limit (spec 2, batch submission). */
const DEFAULT_MAX_TOKENS = 4_096;

/**
 * The JSON bytes that the provider gets for one request. `body` is shaped and translated as a live chat call is; of `params`
 * every byte stays, save that the model is the provider's own id and `max_tokens` is added where it is missing; of provider B's
 * own dialects save the model, and that nothing is stored there. A long request is scanned and translated in pieces, beside other
 * work.
 * @throws InvalidRequestError when the request cannot be said to its provider.
 */
export async function shapeItem({ kind, request, target }: Omit<PortionItem, 'customId'>): Promise<Buffer> {
  try {
    return await shape(await scanUnhurried(request), kind, target);
  } catch (error) {
    throw error instanceof JsonBytesError ? toInvalidRequestError(error) : error;
  }
}

function shape(scan: TopLevelMembers, kind: RequestKind, target: ChatTarget): Buffer | Promise<Buffer> {
  switch (kind) {
    case 'body':
      return shapeBody(scan, target);
    case 'params':
      return shapeParams(scan, target);
    case 'responses':
      return shapeResponse(scan, target);
    case 'embeddings':
      return joinBytes(editMembers(scan, editsOfModel(scan, target)));
    default:
      return assertNever(kind);
  }
}

/** As a live call is shaped, but that nobody keeps what the model thinks. */
async function shapeResponse(whole: TopLevelMembers, target: ChatTarget): Promise<Buffer> {
  const scan = withoutStreaming(whole);
  const reasoning = readEffortControl(scan);
  const isShort = leavesNoRoomToThink(readOutputLimit(scan));
  const steps = shapeResponsesInSteps({
    scan,
    target,
    reasoning,
    thinkingOff: isShort && thinksUnasked(target.model, reasoning) ? 'own' : 'no',
    keepsNoReasoning: true,
  });
  const { body } = scan.bytes.length < LARGE_DOCUMENT_BYTES ? atOnce(steps) : await inPieces(steps);
  return Buffer.isBuffer(body) ? body : Buffer.concat(body);
}

function editsOfModel(scan: TopLevelMembers, { upstreamModelId }: ChatTarget): MemberEdit[] {
  const model = JSON.stringify(upstreamModelId);
  return readRaw(scan, 'model')?.toString('utf8') === model ? [] : [{ replace: 'model', json: model }];
}

function shapeParams(scan: TopLevelMembers, target: ChatTarget): Buffer {
  const edits = editsOfModel(scan, target);
  const limit = scan.find('max_tokens');
  if (limit === undefined || limit.kind === 'null')
    edits.push({ set: 'max_tokens', json: String(DEFAULT_MAX_TOKENS) });
  return joinBytes(editMembers(scan, edits));
}

/**
 * Whether `shapeItem` can say the request, found out by the same steps.
 * @throws InvalidRequestError when it cannot.
 */
export async function checkItem({ kind, request, target }: Omit<PortionItem, 'customId'>): Promise<void> {
  // Of the others nothing is translated.
  if (kind === 'body') await shapeLiveChat(bodyInput(await scanUnhurried(request), target));
}

async function shapeBody(whole: TopLevelMembers, target: ChatTarget): Promise<Buffer> {
  const { body } = await shapeLiveChat(bodyInput(whole, target));
  return Buffer.isBuffer(body) ? body : Buffer.concat(body);
}

function bodyInput(whole: TopLevelMembers, target: ChatTarget): ChatShapeInput {
  const scan = withoutStreaming(whole);
  const reasoning = readReasoning(scan);
  const isShort = leavesNoRoomToThink(readLimit(scan));
  return {
    scan,
    // Asked once: looking through tens of thousands of messages takes a while.
    hasForeignMembers: target.upstream === 'provider_b' && hasForeignMembers(scan),
    target,
    stream: false,
    reasoning,
    thinkingOff: isShort && thinksUnasked(target.model, reasoning) ? 'own' : 'no',
    zeroRetention: false,
  };
}

function withoutStreaming(scan: TopLevelMembers): TopLevelMembers {
  const edits = removals(scan, STREAM_MEMBERS);
  return edits.length === 0 ? scan : scanTopLevel(joinBytes(editMembers(scan, edits)));
}

function readReasoning(scan: TopLevelMembers): ReasoningControl {
  const fields = REASONING_FIELDS.filter((name) => scan.find(name) !== undefined);
  return readReasoningControl(Object.fromEntries(fields.map((name) => [name, readJson(scan, name)])));
}

/** A limit that is no number is the provider's to judge. */
function readLimit(scan: TopLevelMembers): number | undefined {
  const name = ['max_completion_tokens', 'max_tokens'].find((each) => scan.find(each)?.kind === 'number');
  return name === undefined ? undefined : readNumber(scan, name);
}
