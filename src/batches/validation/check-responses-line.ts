import { InvalidRequestError } from '../../lib/gateway-error.js';
import type { Steps } from '../../lib/steps.js';
import { checkPriceOptions } from '../../surface/check-price-options.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { readResponsesOutlineInSteps } from '../../wire/responses/request/read-responses-outline.js';
import type { ResponsesOutline } from '../../wire/responses/request/responses-outline.js';

/**
 * Checks a `/v1/responses` line as a live call is checked. What it would continue is not looked up for a batch.
 * @throws InvalidRequestError (400) naming the field
 */
export function* checkResponsesLine(scan: TopLevelMembers): Steps<ResponsesOutline> {
  const outline = yield* readResponsesOutlineInSteps(scan);
  checkPriceOptions(scan, 'responses');
  if (outline.previousResponseId !== undefined) throw notLookedUp('previous_response_id');
  const reference = outline.references.find(({ kind }) => kind === 'reference');
  if (reference !== undefined) throw notLookedUp(`input[${reference.index}]`);
  return outline;
}

function notLookedUp(param: string): InvalidRequestError {
  return new InvalidRequestError({
    code: 'unsupported_parameter',
    param,
    message: `\`${param}\` refers to something kept, which is not looked up for a batch. Send the whole \`input\` in the line.`,
  });
}
