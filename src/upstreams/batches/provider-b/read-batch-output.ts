import { readJson, readRaw } from '../../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../../wire/json-bytes/scan-top-level.js';
import type { ItemFacts, ItemFailure, PortionResult } from '../batch-provider.js';
import { scanMember, textMember } from '../results/result-lines.js';

/** Codes of requests that were never run. */
const NOT_RUN = new Map<string, 'expired' | 'canceled'>([
  ['batch_expired', 'expired'],
  ['batch_cancelled', 'canceled'],
  ['batch_canceled', 'canceled'],
]);

/** Reads one line of provider B's output or error file (wire notes 4); the completion, and an error's body, keep their bytes. */
export function readBatchOutput(line: TopLevelMembers, { customId }: ItemFacts): PortionResult {
  const response = scanMember(line, 'response');
  const body = response && scanMember(response, 'body');
  const status = response && readJson(response, 'status_code');
  const statusCode = typeof status === 'number' ? status : undefined;
  const requestId = textMember(response, 'request_id');
  if (body !== undefined && status === 200)
    return {
      customId,
      status: 'succeeded',
      response: body.bytes,
      upstream: { statusCode, requestId },
      rawUsage: readJson(body, 'usage'),
    };
  const error = readError((body && scanMember(body, 'error')) ?? scanMember(line, 'error'));
  return {
    customId,
    status: (error.code !== undefined && NOT_RUN.get(error.code)) || 'errored',
    error,
    upstream: { statusCode, requestId, body: rawOf(response, 'body'), error: rawOf(line, 'error') },
  };
}

/** Left out where there is nothing, or `null`. */
function rawOf(scan: TopLevelMembers | undefined, name: 'body' | 'error'): Buffer | undefined {
  const member = scan?.find(name);
  const raw = scan && readRaw(scan, name);
  return member?.kind === 'null' ? undefined : raw;
}

function readError(error: TopLevelMembers | undefined): ItemFailure {
  const [type, code, param] = ['type', 'code', 'param'].map((name) => textMember(error, name));
  const message = textMember(error, 'message') ?? 'The provider reported an error without a message.';
  return { message, type, code, param };
}
