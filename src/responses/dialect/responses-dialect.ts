import type { Attempt } from '../../completions/attempts/attempt.js';
import {
  MAX_CONTRACT_BYTES,
  readContract,
  type AnswerContract,
} from '../../completions/cascade/check-contract.js';
import type { AttemptDialect, CallDialect } from '../../completions/dialects/call-dialect.js';
import { isJsonObject } from '../../wire/exact-json/raw-json.js';
import { readJson } from '../../wire/json-bytes/read-member.js';
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
    const member = scan.find('text');
    if (member?.kind !== 'object' || member.valueEnd - member.valueStart > MAX_CONTRACT_BYTES)
      return undefined;
    const text = readJson(scan, 'text');
    const format: unknown = isJsonObject(text) ? text['format'] : undefined;
    if (!isJsonObject(format)) return undefined;
    // Chat has the schema one level deeper.
    return readContract({ type: format['type'], json_schema: format });
  }
}

function isProviderB(attempt: Attempt): boolean {
  return attempt.kind === 'hosted' && attempt.target.upstream === 'provider_b';
}
