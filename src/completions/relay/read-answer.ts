import { readReportedCost, usageFromOpenAi } from '../../billing/metering/usage-from-openai.js';
import { reportedUsage, type TokenUsage } from '../../billing/metering/token-usage.js';
import type { GatewayError } from '../../lib/gateway-error.js';
import type { PicoUsd } from '../../lib/money.js';
import { errorFromAnswer, UpstreamFailedError } from '../../upstreams/upstream-answer.js';
import type { SentHeaders } from '../../upstreams/strike-credentials.js';
import type { UpstreamHeaders } from '../../upstreams/upstream-transport.js';
import { JsonBytesError } from '../../wire/json-bytes/json-bytes-error.js';
import { readJson } from '../../wire/json-bytes/read-member.js';
import {
  LARGE_DOCUMENT_BYTES,
  scanUnhurried,
  type TopLevelMembers,
} from '../../wire/json-bytes/scan-top-level.js';
import { writtenInCompletion } from '../../wire/openai/written-text.js';
import {
  translateMessage,
  UnreadableAnswerError,
  type TranslateMessageInputs,
} from '../../wire/translate/answer/anthropic-to-openai-completion.js';
import type { AnswerPart } from '../../wire/translate/answer/parts-in-order.js';
import { tokenUsageOf } from '../settle/token-usage-of.js';

/** A chat answer in provider B's shape, and what it used. */
export interface ReadAnswer {
  readonly scan: TopLevelMembers;
  /** Absent: the provider reported nothing that could be billed. */
  readonly usage: TokenUsage | undefined;
  /** What the marketplace reported, also when its counts are unusable. */
  readonly reportedCost?: PicoUsd | undefined;
  /** Bytes of text that the model wrote, for an estimate; counted only where there is no usage. */
  readonly outputBytes: number;
  /** Searches that the provider charges beside tokens, where the usage does not count them. */
  readonly webSearches?: number | undefined;
  /** Of an answer that says it failed, although its status is 200: the status that tells of it. */
  readonly errorStatus?: number | undefined;
  /** What it says in its order, where a chat message cannot tell that. */
  readonly parts?: readonly AnswerPart[] | undefined;
}

const ANSWER_MAX_DEPTH = 500;
/** A usage block has some hundred bytes, and an error a few thousand: what is larger is none. */
const MAX_USAGE_BYTES = 65_536;
const MAX_ERROR_BYTES = 1_048_576;
/** No list with a choice is shorter. */
const SHORTEST_CHOICE_BYTES = 16;
/** Of a large answer of provider A, which is parsed whole; its longest ones have some thousands. */
const MAX_TRANSLATED_VALUES = 200_000;

/**
 * A whole answer of provider A, translated; a large one is looked at in pieces first.
 * @throws UpstreamFailedError (502) when it is no message, or consists of more than can be translated without holding others up;
 *   rejects with it when it waits
 */
export function readAnthropicAnswer(
  body: Buffer,
  inputs: Omit<TranslateMessageInputs, 'answer'>,
): ReadAnswer | Promise<ReadAnswer> {
  if (body.length < LARGE_DOCUMENT_BYTES) return translate(body, inputs);
  return scanAnswer(body, () => translate(body, inputs), MAX_TRANSLATED_VALUES);
}

function translate(
  body: Buffer,
  inputs: Omit<TranslateMessageInputs, 'answer'>,
): ReadAnswer | Promise<ReadAnswer> {
  try {
    const { bytes, usage, parts } = translateMessage(Object.assign({ answer: body }, inputs));
    const counts = reportedUsage(tokenUsageOf(usage));
    return scanAnswer(bytes, (scan) => ({
      scan,
      usage: counts,
      outputBytes: counts === undefined ? writtenInCompletion(scan) : 0,
      parts,
    }));
  } catch (error) {
    if (error instanceof UnreadableAnswerError) throw unreadable(error);
    throw error;
  }
}

export interface OpenAiAnswer {
  readonly body: Buffer;
  readonly headers: UpstreamHeaders;
  /** The answer is from an account of ours, not from the caller's own endpoint. */
  readonly ownAccount: boolean;
  /** Headers of the request. */
  readonly sent: SentHeaders;
}

/**
 * A whole answer in provider B's shape, its bytes as they came.
 * @throws UpstreamFailedError (502) when it is no JSON object; for the error that the marketplace sends with status 200, what its
 *   own status would have been (`errorFromAnswer`). Rejects with them when it waits: a large answer is scanned in pieces.
 */
export function readOpenAiAnswer(answer: OpenAiAnswer): ReadAnswer | Promise<ReadAnswer> {
  return scanAnswer(answer.body, (scan) => readScanned(scan, answer));
}

/**
 * The same of an answer of provider B's Responses API; one without `output` is none.
 * @param read what the object says, once it is known to be no error
 */
export function readResponsesAnswer(
  answer: OpenAiAnswer,
  read: (scan: TopLevelMembers) => ReadAnswer,
): ReadAnswer | Promise<ReadAnswer> {
  return scanAnswer(answer.body, (scan) => {
    refuseErrorInside(scan, answer, 'output');
    if (scan.find('output')?.kind !== 'array') throw unreadable();
    return read(scan);
  });
}

/** @throws UpstreamFailedError (502) for an object that says nothing: told in other words, it would look like an answer */
export function refuseWithoutChoice({ scan }: ReadAnswer): void {
  const choices = scan.find('choices');
  if (choices?.kind !== 'array') throw unreadable();
  const isShort = choices.valueEnd - choices.valueStart < SHORTEST_CHOICE_BYTES;
  if (isShort && /^\[\s*\]$/.test(scan.bytes.toString('latin1', choices.valueStart, choices.valueEnd)))
    throw unreadable();
}

function readScanned(scan: TopLevelMembers, answer: OpenAiAnswer): ReadAnswer {
  refuseErrorInside(scan, answer, 'choices');
  const member = scan.find('usage');
  if (member !== undefined && member.valueEnd - member.valueStart > MAX_USAGE_BYTES) throw unreadable();
  const reported = readJson(scan, 'usage');
  const usage = usageFromOpenAi(reported);
  return {
    scan,
    usage,
    reportedCost: readReportedCost(reported),
    outputBytes: usage === undefined ? writtenInCompletion(scan) : 0,
  };
}

function scanAnswer<T>(
  body: Buffer,
  read: (scan: TopLevelMembers) => T | Promise<T>,
  maxValues?: number,
): T | Promise<T> {
  try {
    const scan = scanUnhurried(body, { maxDepth: ANSWER_MAX_DEPTH, repeatedKeys: 'keep', maxValues });
    return scan instanceof Promise ? scan.catch(refuseUnreadable).then(read) : read(scan);
  } catch (error) {
    return refuseUnreadable(error);
  }
}

function refuseUnreadable(error: unknown): never {
  throw error instanceof JsonBytesError ? unreadable(error) : error;
}

/** @param content the member that an answer has, whatever its `error` says */
function refuseErrorInside(scan: TopLevelMembers, answer: OpenAiAnswer, content: 'choices' | 'output'): void {
  const error = scan.find('error');
  if (error === undefined || error.kind === 'null') return;
  if (scan.find(content)?.kind === 'array') return;
  if (scan.bytes.length > MAX_ERROR_BYTES) throw unreadable();
  throw errorFromAnswer({ ...answer, status: statusInside(readJson(scan, 'error')) });
}

/** The marketplace writes the status into `error.code`. */
function statusInside(error: unknown): number {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const usable = typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 599;
  return usable ? code : 502;
}

function unreadable(cause?: Error): GatewayError {
  return new UpstreamFailedError({
    code: 'upstream_unreadable',
    message: 'The provider answered with something that is no answer of a model. Try again.',
    cause,
  });
}
