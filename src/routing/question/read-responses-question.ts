import { responsesPromptBytes } from '../../billing/prices/prompt-bytes.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { findPriceOption } from '../../surface/check-price-options.js';
import { scanBody } from '../../surface/scan-body.js';
import { editMembers, joinBytes } from '../../wire/json-bytes/edit-members.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { readResponsesOutline } from '../../wire/responses/request/read-responses-outline.js';
import { readResponsesView } from '../../wire/responses/request/read-responses-view.js';
import type { ResponsesOutline } from '../../wire/responses/request/responses-outline.js';
import type { RouteQuestion } from '../decision/decision.js';
import { readResponsesAsks } from './responses-asks.js';
import { readSessionId } from './route-members.js';

/** What a decision is asked beside the request that it is about. */
const OWN_MEMBERS = ['surface', 'session_id'] as const;

/**
 * Reads a question that is asked with the body of the Responses API.
 * @throws InvalidRequestError (400) as that API, and for what only it could look up
 */
export function readResponsesQuestion(asked: TopLevelMembers): RouteQuestion {
  const scan = withoutOwnMembers(asked);
  const outline = readResponsesOutline(scan);
  refuseKeptItems(outline);
  const view = outline.view ?? readResponsesView(scan);
  const { model, maxTokens, reasoning, stream, needs } = outline;
  return {
    surface: 'responses',
    modelText: model,
    view,
    asks: readResponsesAsks(view, needs),
    promptBytes: responsesPromptBytes(scan, view),
    maxTokens,
    reasoning,
    refusal: findPriceOption(scan, 'responses'),
    sessionId: readSessionId(asked, undefined),
    stream,
    explain: true,
  };
}

function withoutOwnMembers(scan: TopLevelMembers): TopLevelMembers {
  const edits = OWN_MEMBERS.filter((name) => scan.find(name) !== undefined).map((remove) => ({ remove }));
  return scanBody(joinBytes(editMembers(scan, edits)));
}

/** A decision reads what it is sent; bare reasoning tells it nothing. */
function refuseKeptItems({ previousResponseId, references }: ResponsesOutline): void {
  if (previousResponseId !== undefined) throw keptError('previous_response_id');
  const reference = references.find(({ kind }) => kind === 'reference');
  if (reference !== undefined) throw keptError(`input[${reference.index}].id`);
}

function keptError(param: string): InvalidRequestError {
  return new InvalidRequestError({
    param,
    message: `\`${param}\` refers to what is kept, which a decision does not look up. Send the items themselves in \`input\`.`,
  });
}
