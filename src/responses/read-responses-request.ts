import type { CallRequest } from '../completions/plan/call-request.js';
import { readResponsesAsks } from '../routing/question/responses-asks.js';
import { andThen } from '../lib/and-then.js';
import { findPriceOption } from '../surface/check-price-options.js';
import { responsesPromptBytes } from '../billing/prices/prompt-bytes.js';
import type { ChatView } from '../wire/openai/chat-view.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import { readResponsesNeedsInSteps } from '../wire/responses/request/find-needs.js';
import { readResponsesViewInSteps } from '../wire/responses/request/read-responses-view.js';
import type { ResponsesNeeds, ResponsesOutline } from '../wire/responses/request/responses-outline.js';
import { unhurried } from './unhurried.js';

export interface ResolvedRequest {
  readonly outline: ResponsesOutline;
  /** The body with everything that it refers to in it. */
  readonly scan: TopLevelMembers;
  /** How many items of its `input` stand for `previous_response_id`. */
  readonly chainItems: number;
  readonly sessionId: string | undefined;
}

/** What routing and billing are told of a request. Nothing is refused: that was done when it was outlined. */
export function readResponsesRequest(resolved: ResolvedRequest): CallRequest | Promise<CallRequest> {
  const { outline, scan, chainItems } = resolved;
  // What refers to nothing that was kept was seen while it was checked.
  const known = scan === outline.scan ? outline.view : undefined;
  if (known !== undefined) return toRequest(resolved, known, outline.needs);
  return andThen(unhurried(readResponsesViewInSteps(scan), scan.bytes), (view) => {
    const needs =
      scan === outline.scan
        ? outline.needs
        : unhurried(readResponsesNeedsInSteps(scan, chainItems), scan.bytes);
    return andThen(needs, (found) => toRequest(resolved, view, found));
  });
}

function toRequest(
  { outline, scan, sessionId }: ResolvedRequest,
  view: ChatView,
  needs: ResponsesNeeds,
): CallRequest {
  const { model, stream, maxTokens, reasoning } = outline;
  return {
    scan,
    view,
    asks: readResponsesAsks(view, needs),
    model,
    stream,
    maxTokens,
    choices: undefined,
    reasoning,
    sessionId,
    refusal: findPriceOption(scan, 'responses'),
    promptBytes: responsesPromptBytes(scan, view),
  };
}
