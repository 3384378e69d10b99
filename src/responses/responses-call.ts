import type { Caller } from '../auth/caller.js';
import type { CallRequest } from '../completions/plan/call-request.js';
import type { Clock } from '../lib/clock.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import type { ReasoningSeal } from '../wire/responses/answer/reasoning-seal.js';
import type { ResponseKeeper } from './response-keeper.js';

/** One call of the Responses API as it was read: what its dialect has to know of it. */
export interface ResponsesCall {
  readonly caller: Caller;
  /** The caller's own body: a response says again what was asked. */
  readonly own: TopLevelMembers;
  /** What is sent, with everything that the body referred to in it. */
  readonly request: CallRequest;
  /** How many items of the request's `input` stand for `previous_response_id`. */
  readonly chainItems: number;
  readonly previousResponseId: string | undefined;
  /** The caller asked to see `encrypted_content` of reasoning. */
  readonly showEncrypted: boolean;
  /** Keeps the answer; absent: nothing may be kept. */
  readonly keeper: ResponseKeeper | undefined;
  readonly seal: ReasoningSeal;
  readonly clock: Clock;
}
