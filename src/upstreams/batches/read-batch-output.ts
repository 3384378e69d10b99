import { readJson } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { ItemFacts, PortionResult } from './batch-provider.js';
import { scanMember, textMember } from './result-lines.js';

/** Codes of requests that were never run. */
const NOT_RUN = new Map<string, 'expired' | 'canceled'>([
  ['batch_expired', 'expired'],
  ['batch_cancelled', 'canceled'],
  ['batch_canceled', 'canceled'],
]);

/** Reads one line of provider B's output or error file (wire notes 4); the completion keeps its bytes. */
export function readBatchOutput(line: TopLevelMembers, { customId }: ItemFacts): PortionResult {
  const response = scanMember(line, 'response');
  const body = response && scanMember(response, 'body');
  if (response !== undefined && body !== undefined && readJson(response, 'status_code') === 200) {
    return { customId, status: 'succeeded', response: body.bytes, rawUsage: readJson(body, 'usage') };
  }
  const error = readError((body && scanMember(body, 'error')) ?? scanMember(line, 'error'));
  const status = (error.code !== undefined && NOT_RUN.get(error.code)) || 'errored';
  return { customId, status, error };
}

function readError(error: TopLevelMembers | undefined): NonNullable<PortionResult['error']> {
  const type = textMember(error, 'type');
  const code = textMember(error, 'code');
  return {
    message: textMember(error, 'message') ?? 'The provider reported an error without a message.',
    ...(type !== undefined && { type }),
    ...(code !== undefined && { code }),
  };
}
