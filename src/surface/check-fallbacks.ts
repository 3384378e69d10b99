import { InvalidRequestError } from '../lib/gateway-error.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

/**
 * Refuses `fallbacks`: models that provider A answers with in the place of the one named. A call is checked against the model
 * rules, and priced, by the model that it names; what another one used is not told apart in a way that could be billed exactly.
 * @throws InvalidRequestError (400)
 */
export function checkFallbacks(scan: TopLevelMembers): void {
  const member = scan.find('fallbacks');
  if (member === undefined || member.kind === 'null') return;
  throw new InvalidRequestError({
    param: 'fallbacks',
    message:
      '`fallbacks` is not carried by this gateway, and nothing was run: a call is priced by the model that it names. Leave it out, and name the other model in a call of its own.',
  });
}
