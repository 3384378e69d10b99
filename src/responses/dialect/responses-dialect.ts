import type { Attempt } from '../../completions/attempts/attempt.js';
import { contractIn, type AnswerContract } from '../../completions/cascade/check-contract.js';
import type { AttemptDialect, CallDialect } from '../../completions/dialects/call-dialect.js';
import { isJsonObject } from '../../wire/exact-json/raw-json.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import type { ResponsesCall } from '../responses-call.js';
import { NativeResponses } from './native-responses.js';
import { TranslatedResponses } from './translated-responses.js';

/** Of one call of the Responses API. Provider B speaks it too; every other upstream is asked by chat. */
export class ResponsesDialect implements CallDialect {
  readonly surface = 'responses';
  readonly compresses = undefined;

  constructor(private readonly call: ResponsesCall) {}

  forAttempt(attempt: Attempt): AttemptDialect {
    return isProviderB(attempt)
      ? new NativeResponses(this.call, attempt)
      : new TranslatedResponses(this.call, attempt);
  }

  promptBytes(): number {
    return this.call.request.promptBytes;
  }

  readContract(scan: TopLevelMembers): AnswerContract | undefined {
    return contractIn(scan, 'text', formatOfChat);
  }
}

/** Chat has the schema one level deeper. */
function formatOfChat(text: unknown): unknown {
  const format: unknown = isJsonObject(text) ? text['format'] : undefined;
  return isJsonObject(format) ? { type: format['type'], json_schema: format } : undefined;
}

function isProviderB(attempt: Attempt): boolean {
  return attempt.kind === 'hosted' && attempt.target.upstream === 'provider_b';
}
