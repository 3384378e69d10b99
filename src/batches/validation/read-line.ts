import { estimateHold } from '../../billing/prices/estimate-usage.js';
import { responsesPromptBytes } from '../../billing/prices/prompt-bytes.js';
import { readEmbeddingsRequest } from '../../embeddings/embeddings-request.js';
import { assertNever } from '../../lib/assert-never.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { isLongerThan } from '../../lib/is-longer-than.js';
import { atOnce, inPieces, type Steps } from '../../lib/steps.js';
import { checkItem } from '../../upstreams/batches/shape-item.js';
import type { RequestKind } from '../../upstreams/batches/batch-provider.js';
import { LARGE_DOCUMENT_BYTES, type TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { readResponsesViewInSteps } from '../../wire/responses/request/read-responses-view.js';
import type { BatchEndpoint } from '../batch.entity.js';
import { chooseBatchTarget, toChatTarget } from '../submission/choose-batch-target.js';
import {
  hasControlCharacter,
  readModel,
  readRequest,
  refuseStream,
  scanRequest,
  textOf,
  type CheckedItem,
  type ItemRules,
} from '../submission/read-item.js';
import { readItemAttribution } from '../submission/read-item-attribution.js';
import { checkResponsesLine } from './check-responses-line.js';
import { asLineError, lineError, type LineError } from './line-error.js';

export interface LineInputs {
  /** From 1. */
  readonly line: number;
  readonly endpoint: BatchEndpoint;
  readonly rules: ItemRules;
}

/** The lines of OpenAI's clients name requests more amply than those of other batches. */
const MAX_CUSTOM_ID_CHARS = 512;

const KINDS: Readonly<Record<BatchEndpoint, Exclude<RequestKind, 'params'>>> = {
  '/v1/chat/completions': 'body',
  '/v1/responses': 'responses',
  '/v1/embeddings': 'embeddings',
};

/**
 * Checks one line of an input file, `{custom_id, method, url, body}`: what a provider judges is left to it.
 * @throws LineError that names the place; rejects with it for a large line, which is read in pieces
 */
export function readLine(bytes: Buffer, inputs: LineInputs): CheckedItem | Promise<CheckedItem> {
  const reading = readInSteps(bytes, inputs);
  return bytes.length < LARGE_DOCUMENT_BYTES ? atOnce(reading) : inPieces(reading);
}

/** Checks that a line can be said to its provider, by the code that will say it. @throws LineError */
export async function checkLineSayable({ kind, request, target }: CheckedItem, line: number): Promise<void> {
  try {
    await checkItem({ kind, request, target: toChatTarget(target) });
  } catch (error) {
    throw asLineError(error, line);
  }
}

function* readInSteps(bytes: Buffer, { line, endpoint, rules }: LineInputs): Steps<CheckedItem> {
  const scan = yield* scanLine(bytes, line);
  const customId = readCustomId(scan, line);
  checkMethod(scan, line);
  checkUrl(scan, { line, endpoint });
  const body = scan.find('body');
  if (body === undefined || body.kind === 'null') throw missing('body', line);
  if (body.kind !== 'object')
    throw lineError({ line, code: 'invalid_type', param: 'body' }, '`body` must be an object.');
  try {
    const request = yield* scanRequest(bytes.subarray(body.valueStart, body.valueEnd));
    if ((request.find('model')?.kind ?? 'null') === 'null') throw missing('body.model', line);
    return yield* readBody(request, { kind: KINDS[endpoint], customId, rules });
  } catch (error) {
    throw asLineError(error, line);
  }
}

interface BodyInputs {
  readonly kind: Exclude<RequestKind, 'params'>;
  readonly customId: string;
  readonly rules: ItemRules;
}

function* readBody(scan: TopLevelMembers, { kind, customId, rules }: BodyInputs): Steps<CheckedItem> {
  switch (kind) {
    case 'body':
      return readRequest(scan, { kind, customId, rules });
    case 'responses':
      return yield* readResponses(scan, customId, rules);
    case 'embeddings':
      return readEmbeddings(scan, customId, rules);
    default:
      return assertNever(kind);
  }
}

function* readResponses(scan: TopLevelMembers, customId: string, rules: ItemRules): Steps<CheckedItem> {
  const model = readModel(scan);
  refuseStream(scan);
  const target = chooseBatchTarget(model, { rules, kind: 'responses' });
  const { maxTokens } = yield* checkResponsesLine(scan);
  const bytes = responsesPromptBytes(scan, yield* readResponsesViewInSteps(scan));
  const estimate = estimateHold({
    promptBytes: bytes,
    maxTokens,
    maxOutput: target.model.maxOutput,
    prices: target.model.prices,
    rate: 'batch',
  });
  return {
    customId,
    kind: 'responses',
    request: scan.bytes,
    target,
    promptBytes: bytes,
    legacyFunctions: false,
    estimate,
    attribution: readItemAttribution(scan, 'responses'),
  };
}

function readEmbeddings(scan: TopLevelMembers, customId: string, rules: ItemRules): CheckedItem {
  const model = readModel(scan);
  const target = chooseBatchTarget(model, { rules, kind: 'embeddings' });
  const { inputBytes } = readEmbeddingsRequest(scan);
  const { maxOutput, prices } = target.model;
  const estimate = estimateHold({ promptBytes: inputBytes, maxOutput, prices, rate: 'batch' });
  return {
    customId,
    kind: 'embeddings',
    request: scan.bytes,
    target,
    promptBytes: inputBytes,
    legacyFunctions: false,
    estimate,
    attribution: readItemAttribution(scan, 'embeddings'),
  };
}

function* scanLine(bytes: Buffer, line: number): Steps<TopLevelMembers> {
  try {
    return yield* scanRequest(bytes);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const why = error.cause instanceof Error ? error.cause.message : error.message;
    throw lineError({ line, code: 'invalid_json_line', param: null }, `This line cannot be read: ${why}`);
  }
}

function readCustomId(scan: TopLevelMembers, line: number): string {
  if ((scan.find('custom_id')?.kind ?? 'null') === 'null') throw missing('custom_id', line);
  const value = textOf(scan, 'custom_id');
  const fits = value !== undefined && value !== '' && !isLongerThan(value, MAX_CUSTOM_ID_CHARS);
  if (fits && !hasControlCharacter(value)) return value;
  throw lineError(
    { line, code: 'invalid_custom_id', param: 'custom_id' },
    `\`custom_id\` must be a text of 1 to ${MAX_CUSTOM_ID_CHARS} characters without control characters.`,
  );
}

function checkMethod(scan: TopLevelMembers, line: number): void {
  if ((scan.find('method')?.kind ?? 'null') === 'null') throw missing('method', line);
  if (textOf(scan, 'method') === 'POST') return;
  throw lineError({ line, code: 'invalid_method', param: 'method' }, '`method` must be `POST`.');
}

function checkUrl(scan: TopLevelMembers, { line, endpoint }: { line: number; endpoint: string }): void {
  if ((scan.find('url')?.kind ?? 'null') === 'null') throw missing('url', line);
  if (textOf(scan, 'url') === endpoint) return;
  throw lineError(
    { line, code: 'invalid_url', param: 'url' },
    `\`url\` must be the \`endpoint\` of the batch, \`${endpoint}\`.`,
  );
}

function missing(param: string, line: number): LineError {
  return lineError({ line, code: 'missing_required_parameter', param }, `\`${param}\` is missing.`);
}
