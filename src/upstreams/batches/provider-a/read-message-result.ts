import { statusOfErrorType } from '../../../wire/anthropic/status-of-error-type.js';
import { readJson } from '../../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../../wire/json-bytes/scan-top-level.js';
import {
  translateMessage,
  UnreadableAnswerError,
} from '../../../wire/translate/answer/anthropic-to-openai-completion.js';
import type { ItemFacts, PortionResult } from '../batch-provider.js';
import { CANCELED, endedAs, EXPIRED, UNREADABLE } from '../results/endings.js';
import { scanMember, textMember } from '../results/result-lines.js';

/**
 * Reads one line of provider A's results (wire notes 5): the message as it came for `params`, translated for `body`.
 * @param createdSeconds Unix seconds, `created` of a translated answer.
 */
export function readMessageResult(
  line: TopLevelMembers,
  facts: ItemFacts,
  createdSeconds: number,
): PortionResult {
  const { customId } = facts;
  const result = scanMember(line, 'result');
  const type = textMember(result, 'type');
  switch (type) {
    case 'succeeded':
      return readSuccess(result && scanMember(result, 'message'), facts, createdSeconds);
    case 'canceled':
      return endedAs(customId, CANCELED);
    case 'expired':
      return endedAs(customId, EXPIRED);
    case undefined:
    default:
      return readFailure(result, customId);
  }
}

function readSuccess(
  message: TopLevelMembers | undefined,
  facts: ItemFacts,
  createdSeconds: number,
): PortionResult {
  if (message === undefined) return unreadableResult(facts);
  const { customId, kind, target, legacyFunctions } = facts;
  const rawUsage = readJson(message, 'usage');
  if (kind === 'params') return { customId, status: 'succeeded', response: message.bytes, rawUsage };
  try {
    const { bytes } = translateMessage({
      answer: message.bytes,
      model: target.publicId,
      createdSeconds,
      legacyFunctions,
    });
    return { customId, status: 'succeeded', response: bytes, rawUsage };
  } catch (error) {
    if (error instanceof UnreadableAnswerError) return unreadableResult(facts);
    throw error;
  }
}

/** Provider A wraps its error envelope once more; the status that its type stands for is not said. */
function readFailure(result: TopLevelMembers | undefined, customId: string): PortionResult {
  const outer = result && scanMember(result, 'error');
  const error = (outer && scanMember(outer, 'error')) ?? outer;
  const type = textMember(error, 'type');
  const requestId = textMember(outer, 'request_id');
  const message = textMember(error, 'message') ?? 'The provider reported an error without a message.';
  return {
    customId,
    status: 'errored',
    error: { message, type },
    upstream: { statusCode: statusOf(type), requestId },
  };
}

function unreadableResult({ customId }: ItemFacts): PortionResult {
  return endedAs(customId, UNREADABLE);
}

/** A type that is new, or missing, is the provider's own fault. */
function statusOf(type: string | undefined): number {
  return (type === undefined ? undefined : statusOfErrorType(type)) ?? 500;
}
