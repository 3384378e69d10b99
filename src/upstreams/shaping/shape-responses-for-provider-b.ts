import type { CatalogModel } from '../../catalog/catalog-model.js';
import { atOnce, type Steps } from '../../lib/steps.js';
import {
  bytesToSend,
  editMembers,
  joinBytes,
  type JsonText,
  type MemberEdit,
} from '../../wire/json-bytes/edit-members.js';
import { readJson, readNumber, readRaw } from '../../wire/json-bytes/read-member.js';
import { scanTopLevel, type TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { isJsonObject } from '../../wire/exact-json/raw-json.js';
import { keptReasoning } from '../../wire/responses/request/kept-reasoning.js';
import type { UpstreamBody } from '../upstream-transport.js';
import { effectiveReasoning, type ChatShapeInput } from './chat-shape.js';
import { effortFor } from './effort-for.js';
import { isNone } from './shape-for-provider-b.js';

/** What shaping needs of a Responses request: `scan` is of the body with all that it refers to in it (`resolveInput`). */
export interface ResponsesShapeInput extends Pick<
  ChatShapeInput,
  'scan' | 'target' | 'reasoning' | 'thinkingOff' | 'withoutThinking' | 'isForeignThinking'
> {
  /** Nobody keeps what the model thinks, as in a batch: it is sent along only where the caller asks. */
  readonly keepsNoReasoning?: boolean;
}

/** A Responses request fitted to provider B. */
export interface ShapedResponses {
  readonly body: UpstreamBody;
  /** Fields that the model takes none of and that were left out: `temperature`, `include[0]`. */
  readonly ignored: readonly string[];
  /** The gateway's own thinking-off is in the bytes: a model may refuse it. */
  readonly ownThinkingOff: boolean;
  /** Encrypted reasoning of the history is in the bytes: a model that did not make it refuses it. */
  readonly replaysReasoning: boolean;
}

const ENCRYPTED_REASONING = 'reasoning.encrypted_content';
const LOGPROBS = 'message.output_text.logprobs';
/** A model takes these only while it does not think. */
const NOT_WHILE_THINKING = ['temperature', 'top_p', 'top_logprobs'] as const;
/** Provider B refuses a lower limit. */
const MIN_OUTPUT_TOKENS = 16;

/**
 * Fits a Responses request to provider B's own: its id, nothing kept there, what the model thinks sent along encrypted, the caller's
 * reasoning control by the rules of chat, and no thinking of another maker. Everything else stays byte for byte.
 */
export function shapeResponsesForProviderB(input: ResponsesShapeInput): ShapedResponses {
  return atOnce(shapeResponsesInSteps(input));
}

/** The same for large bodies, in steps. */
export function* shapeResponsesInSteps(input: ResponsesShapeInput): Steps<ShapedResponses> {
  const { scan, target, withoutThinking, isForeignThinking } = input;
  const { model } = target;
  const effort = effortFor(effectiveReasoning(input), model?.reasoning);
  const ignored: string[] = [];
  const edits: MemberEdit[] = [
    { set: 'model', json: JSON.stringify(target.upstreamModelId) },
    ...storeEdits(scan),
    ...limitEdits(scan, model),
    ...reasoningEdits(scan, { model, effort, ignored }),
  ];
  if (scan.find('previous_response_id') !== undefined) edits.push({ remove: 'previous_response_id' });
  const thinks = thinksWhenAsked(model, effort);
  if (thinks) edits.push(...samplingRemovals(scan, ignored));
  const include = includeFor(scan, { model, thinks, ignored, isKept: input.keepsNoReasoning !== true });
  if (include !== undefined) edits.push({ set: 'include', json: JSON.stringify(include) });
  const { items, replaysReasoning } = yield* keptReasoning(scan, {
    dropsAll: withoutThinking === true || model?.reasoning.kind === 'none',
    isForeign: isForeignThinking,
  });
  if (items !== undefined) edits.push({ set: 'input', json: items });
  return {
    body: bytesToSend(editMembers(scan, edits)),
    ignored,
    ownThinkingOff: input.thinkingOff !== 'no' && effort !== undefined,
    replaysReasoning,
  };
}

/** The model will think, and takes no sampling then. */
function thinksWhenAsked(model: CatalogModel | undefined, effort: string | undefined): boolean {
  if (model === undefined || model.reasoning.kind === 'none' || model.capabilities.sampling) return false;
  return !isNone(effort, model.reasoning);
}

function samplingRemovals(scan: TopLevelMembers, ignored: string[]): MemberEdit[] {
  const edits: MemberEdit[] = [];
  for (const name of NOT_WHILE_THINKING) {
    const member = scan.find(name);
    if (member === undefined) continue;
    edits.push({ remove: name });
    if (member.kind !== 'null') ignored.push(name);
  }
  return edits;
}

/** Nothing is kept at the provider; a body that says so is left as it is. */
function storeEdits(scan: TopLevelMembers): MemberEdit[] {
  return scan.find('store')?.kind === 'false' ? [] : [{ set: 'store', json: 'false' }];
}

/** A limit that the model cannot reach, or that provider B does not take, becomes the nearest one that it takes. */
function limitEdits(scan: TopLevelMembers, model: CatalogModel | undefined): MemberEdit[] {
  if (scan.find('max_output_tokens')?.kind !== 'number') return [];
  const asked = readNumber(scan, 'max_output_tokens') ?? MIN_OUTPUT_TOKENS;
  const limit = Math.max(Math.min(asked, model?.maxOutput ?? asked), MIN_OUTPUT_TOKENS);
  return limit === asked ? [] : [{ set: 'max_output_tokens', json: String(limit) }];
}

interface EffortToSay {
  readonly model: CatalogModel | undefined;
  readonly effort: string | undefined;
  readonly ignored: string[];
}

/** Says the effort in `reasoning`, whose other members stay; a model that never thinks is told nothing. */
function reasoningEdits(scan: TopLevelMembers, { model, effort, ignored }: EffortToSay): MemberEdit[] {
  const written = scan.find('reasoning') === undefined ? undefined : readJson(scan, 'reasoning');
  if (model?.reasoning.kind === 'none') {
    if (written === undefined) return [];
    if (written !== null) ignored.push('reasoning');
    return [{ remove: 'reasoning' }];
  }
  const said = isJsonObject(written) ? (written['effort'] ?? undefined) : undefined;
  if (effort === said || model === undefined) return [];
  if (effort !== undefined) return [{ setIn: ['reasoning', 'effort'], json: JSON.stringify(effort) }];
  ignored.push('reasoning.effort');
  return [{ set: 'reasoning', json: withoutEffort(scan) }];
}

function withoutEffort(scan: TopLevelMembers): JsonText {
  const reasoning = scanTopLevel(readRaw(scan, 'reasoning') ?? Buffer.from('{}'), { repeatedKeys: 'keep' });
  return joinBytes(editMembers(reasoning, [{ remove: 'effort' }]));
}

interface IncludeRules {
  readonly model: CatalogModel | undefined;
  readonly thinks: boolean;
  readonly ignored: string[];
  readonly isKept: boolean;
}

/** What is to be sent along, when it is something else than the caller says: a model that never thinks refuses to be asked for it. */
function includeFor(
  scan: TopLevelMembers,
  { model, thinks, ignored, isKept }: IncludeRules,
): readonly unknown[] | undefined {
  const written = scan.find('include')?.kind === 'array' ? (readJson(scan, 'include') as unknown[]) : [];
  const kind = model?.reasoning.kind ?? 'none';
  const kept = written.filter((entry, index) => {
    const isRefused =
      (entry === ENCRYPTED_REASONING && model !== undefined && kind === 'none') ||
      (entry === LOGPROBS && thinks);
    if (isRefused) ignored.push(`include[${index}]`);
    return !isRefused;
  });
  if (isKept && kind !== 'none' && !kept.includes(ENCRYPTED_REASONING)) return [...kept, ENCRYPTED_REASONING];
  return kept.length === written.length ? undefined : kept;
}
