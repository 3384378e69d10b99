import { DEFAULT_OUTPUT_TOKENS, estimateHold } from '../../billing/prices/estimate-usage.js';
import { promptBytes } from '../../billing/prices/prompt-bytes.js';
import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';
import type { Attribution } from '../../billing/calls/attribution.js';
import { isLongerThan } from '../../lib/is-longer-than.js';
import { atOnce, inPieces, type Steps } from '../../lib/steps.js';
import type { PicoUsd } from '../../lib/money.js';
import { checkFallbacks } from '../../surface/check-fallbacks.js';
import { checkPriceOptions } from '../../surface/check-price-options.js';
import { checkThread } from '../../surface/check-thread.js';
import { readTagList } from '../../surface/attribution/read-tags.js';
import { checkTools } from '../../surface/check-tools.js';
import type { RequestKind } from '../../upstreams/batches/batch-provider.js';
import { checkItem } from '../../upstreams/batches/shape-item.js';
import { readJson, readSmallJson } from '../../wire/json-bytes/read-member.js';
import { checkMessageList } from '../../wire/openai/check-message-list.js';
import { readPositiveInteger } from '../../wire/openai/read-field.js';
import { asksForLegacyFunctions } from '../../wire/translate/request/tools-to-anthropic.js';
import { JsonBytesError, toInvalidRequestError } from '../../wire/json-bytes/json-bytes-error.js';
import { skipWhitespace } from '../../wire/json-bytes/skip-value.js';
import {
  LARGE_DOCUMENT_BYTES,
  scanTopLevel,
  scanTopLevelInSteps,
  type JsonMember,
  type TopLevelMembers,
} from '../../wire/json-bytes/scan-top-level.js';
import { readItemAttribution } from './read-item-attribution.js';
import { checkParams } from './check-params.js';
import {
  chooseBatchTarget,
  toChatTarget,
  type BatchTarget,
  type TargetRules,
} from './choose-batch-target.js';

/** A request item as it was found right. */
export interface CheckedItem {
  readonly customId: string;
  readonly kind: RequestKind;
  /** The exact bytes of its body. */
  readonly request: Buffer;
  readonly target: BatchTarget;
  readonly promptBytes: number;
  /** A `body` that speaks of `functions`: its answer carries `function_call`. */
  readonly legacyFunctions: boolean;
  readonly estimate: PicoUsd;
  readonly attribution: Attribution | undefined;
}

/** What is wrong with one item; `param` is the whole path, `requests[17].body.model`. */
export interface ItemFault {
  readonly status: 400 | 403;
  readonly code: string;
  readonly param: string;
  readonly message: string;
  readonly custom_id?: string;
}

export type ItemRules = TargetRules;

/** Of a large item: what is built of it, by us and by others, is bounded by their number and not by its bytes. */
const MAX_VALUES = 100_000;
const MAX_CUSTOM_ID_CHARS = 64;
const BODY_PROMPT_MEMBERS = ['messages', 'tools', 'functions', 'response_format'];
const PARAMS_PROMPT_MEMBERS = ['system', 'messages', 'tools'];
/** Of a `body`: no model takes another kind of value, and estimates are made of them. */
const WHOLE_NUMBERS = ['max_completion_tokens', 'max_tokens', 'n'];
const CLOSE_BRACKET = 0x5d;

/**
 * Checks one element of `requests` by the table of the spec's section 2; what a provider judges is left to it.
 * @throws ItemError that names the place; rejects with it for a large item, which is read in pieces
 */
export function readItem(bytes: Buffer, index: number, rules: ItemRules): CheckedItem | Promise<CheckedItem> {
  const reading = readInSteps(bytes, index, rules);
  return bytes.length < LARGE_DOCUMENT_BYTES ? atOnce(reading) : inPieces(reading);
}

function* readInSteps(bytes: Buffer, index: number, rules: ItemRules): Steps<CheckedItem> {
  const place = `requests[${index}]`;
  const scan = yield* scanAt(bytes, place);
  const customId = readCustomId(scan, place);
  const kind = readKind(scan, place, customId);
  const tags = readTags(scan, place, customId);
  const member = scan.find(kind) as JsonMember;
  const field = `${place}.${kind}`;
  try {
    const request = bytes.subarray(member.valueStart, member.valueEnd);
    return readRequest(yield* scanRequest(request), { kind, customId, rules, tags });
  } catch (error) {
    throw toItemError(error, field, customId);
  }
}

/**
 * Checks that an item can be said to its provider, by the code that will say it: what it refuses, only its caller can mend.
 * @throws ItemError that names the place
 */
export async function checkSayable(item: CheckedItem, index: number): Promise<void> {
  const { kind, request, customId, target } = item;
  try {
    await checkItem({ kind, request, target: toChatTarget(target) });
  } catch (error) {
    throw toItemError(error, `requests[${index}].${kind}`, customId);
  }
}

/** One item is wrong; the submission collects these. */
export class ItemError extends Error {
  constructor(readonly fault: ItemFault) {
    super(fault.message);
    this.name = 'ItemError';
  }
}

/** Checks a `body` or `params`. @throws GatewayError (400, 403) that names the place within it */
export function readRequest(
  scan: TopLevelMembers,
  {
    kind,
    customId,
    rules,
    tags,
  }: { kind: 'body' | 'params'; customId: string; rules: ItemRules; tags?: readonly string[] },
): CheckedItem {
  const model = readModel(scan);
  refuseStream(scan);
  checkPriceOptions(scan, kind === 'params' ? 'messages' : 'chat');
  const target = chooseBatchTarget(model, { rules, kind });
  const attribution = readItemAttribution(scan, kind, tags);
  checkMessages(scan);
  if (kind === 'params') {
    checkTools(scan, 'custom-only');
    checkFallbacks(scan);
    checkThread(scan);
    checkParams(scan);
  } else {
    checkMessageList(scan);
    for (const name of WHOLE_NUMBERS) readPositiveInteger(readJson(scan, name), name);
  }
  const bytes = promptBytes(scan, kind === 'body' ? BODY_PROMPT_MEMBERS : PARAMS_PROMPT_MEMBERS);
  const estimate = estimateHold({
    promptBytes: bytes,
    maxTokens: readMaxTokens(scan) ?? (kind === 'body' ? readThinkingLimit(scan) : undefined),
    choices: kind === 'body' ? readNumber(scan, 'n') : undefined,
    maxOutput: target.model.maxOutput,
    prices: target.model.prices,
    rate: 'batch',
  });
  const legacyFunctions = kind === 'body' && speaksOfFunctions(scan);
  return {
    customId,
    kind,
    request: scan.bytes,
    target,
    promptBytes: bytes,
    legacyFunctions,
    estimate,
    attribution,
  };
}

function* scanAt(bytes: Buffer, place: string): Steps<TopLevelMembers> {
  try {
    return yield* scanRequest(bytes);
  } catch (error) {
    throw toItemError(error, place, undefined);
  }
}

/** @throws InvalidRequestError (400) for what is no JSON object */
export function* scanRequest(bytes: Buffer): Steps<TopLevelMembers> {
  if (bytes.length < LARGE_DOCUMENT_BYTES) return scanMembers(bytes);
  try {
    return yield* scanTopLevelInSteps(bytes, { maxValues: MAX_VALUES });
  } catch (error) {
    throw error instanceof JsonBytesError ? toInvalidRequestError(error) : error;
  }
}

function scanMembers(bytes: Buffer): TopLevelMembers {
  try {
    return scanTopLevel(bytes);
  } catch (error) {
    throw error instanceof JsonBytesError ? toInvalidRequestError(error) : error;
  }
}

function readTags(scan: TopLevelMembers, place: string, customId: string): readonly string[] {
  try {
    return readTagList(readSmallJson(scan, 'tags'), 'tags');
  } catch (error) {
    throw toItemError(error, place, customId);
  }
}

function readCustomId(scan: TopLevelMembers, place: string): string {
  const value = textOf(scan, 'custom_id');
  const param = `${place}.custom_id`;
  const fits = value !== undefined && value !== '' && !isLongerThan(value, MAX_CUSTOM_ID_CHARS);
  if (!fits || hasControlCharacter(value))
    throw new ItemError({
      status: 400,
      code: 'invalid_custom_id',
      param,
      message: `\`${param}\` must be a text of 1 to ${MAX_CUSTOM_ID_CHARS} characters without control characters.`,
    });
  return value;
}

function readKind(scan: TopLevelMembers, place: string, customId: string): 'body' | 'params' {
  const body = isGiven(scan.find('body'));
  const params = isGiven(scan.find('params'));
  const kind = body ? 'body' : 'params';
  if (body !== params && scan.find(kind)?.kind === 'object') return kind;
  const wrong =
    body && params
      ? `\`${place}\` has both \`body\` and \`params\`; send one of them.`
      : body || params
        ? `\`${place}.${kind}\` must be an object.`
        : `\`${place}\` needs a \`body\` (chat completions) or \`params\` (Messages API).`;
  throw new ItemError({
    status: 400,
    code: 'invalid_request',
    param: body !== params ? `${place}.${kind}` : place,
    message: wrong,
    custom_id: customId,
  });
}

export function readModel(scan: TopLevelMembers): string {
  const model = textOf(scan, 'model');
  if (model !== undefined && model !== '') return model;
  throw new InvalidRequestError({
    code: 'invalid_model',
    param: 'model',
    message: '`model` must name a model, as a text.',
  });
}

export function refuseStream(scan: TopLevelMembers): void {
  const stream = scan.find('stream');
  if (stream === undefined || stream.kind === 'false' || stream.kind === 'null') return;
  throw new InvalidRequestError({
    code: 'stream_in_batch',
    param: 'stream',
    message: 'Streaming is not supported in batches. Leave `stream` out.',
  });
}

function checkMessages(scan: TopLevelMembers): void {
  const messages = scan.find('messages');
  if (
    messages?.kind === 'array' &&
    scan.bytes[skipWhitespace(scan.bytes, messages.valueStart + 1)] !== CLOSE_BRACKET
  )
    return;
  throw new InvalidRequestError({
    param: 'messages',
    message: '`messages` must be an array of at least one message.',
  });
}

function speaksOfFunctions(scan: TopLevelMembers): boolean {
  if (scan.find('functions')?.kind !== 'array') return false;
  return asksForLegacyFunctions({ functions: readJson(scan, 'functions'), tools: readJson(scan, 'tools') });
}

function readMaxTokens(scan: TopLevelMembers): number | undefined {
  return readNumber(scan, 'max_completion_tokens') ?? readNumber(scan, 'max_tokens');
}

/** A budget without a limit is sent with one of 4,096 above it (wire notes 1.5). */
function readThinkingLimit(scan: TopLevelMembers): number | undefined {
  const thinking = scan.find('thinking');
  if (thinking?.kind !== 'object') return undefined;
  const members = scanMembers(scan.bytes.subarray(thinking.valueStart, thinking.valueEnd));
  const budget = readNumber(members, 'budget_tokens');
  return budget === undefined ? undefined : budget + DEFAULT_OUTPUT_TOKENS;
}

function readNumber(scan: TopLevelMembers, name: string): number | undefined {
  const member = scan.find(name);
  if (member?.kind !== 'number') return undefined;
  return Number(scan.bytes.toString('latin1', member.valueStart, member.valueEnd));
}

export function textOf(scan: TopLevelMembers, name: string): string | undefined {
  const member = scan.find(name);
  if (member?.kind !== 'string') return undefined;
  return JSON.parse(scan.bytes.toString('utf8', member.valueStart, member.valueEnd)) as string;
}

/** NUL and its kind, which tables and lines cannot hold. */
export function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function isGiven(member: JsonMember | undefined): boolean {
  return member !== undefined && member.kind !== 'null';
}

function toItemError(error: unknown, field: string, customId: string | undefined): unknown {
  if (!(error instanceof GatewayError) || (error.status !== 400 && error.status !== 403)) return error;
  const param = error.param === undefined ? field : `${field}.${error.param}`;
  return new ItemError({
    status: error.status,
    code: error.code,
    param,
    message: placed(error, param),
    ...(customId !== undefined && { custom_id: customId }),
  });
}

/** The message with the whole path where it named its field, or in front of it. */
export function placed({ message, param: name }: GatewayError, param: string): string {
  if (name !== undefined && message.includes(`\`${name}\``))
    return message.replace(`\`${name}\``, `\`${param}\``);
  return `\`${param}\`: ${message}`;
}
