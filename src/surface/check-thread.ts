import { InvalidRequestError } from '../lib/gateway-error.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

/**
 * Provider A's word for "not in a thread": its SDKs' tool runner, which asks for a thread by itself, reads it in
 * `error.details` and goes on with the whole history in each request.
 */
const NOT_IN_A_THREAD = 'thread_unsupported_request';

/**
 * Refuses `thread`: a conversation that provider A keeps and that a message id continues. It keeps it for its account, which all
 * tenants share here, so one could go on with what another said; and what it keeps is not in the request that is priced.
 * @throws InvalidRequestError (400)
 */
export function checkThread(scan: TopLevelMembers): void {
  const member = scan.find('thread');
  if (member === undefined || member.kind === 'null') return;
  throw new InvalidRequestError({
    code: NOT_IN_A_THREAD,
    param: 'thread',
    message:
      '`thread` is not carried by this gateway, and nothing was run: no conversation is kept at the provider. Leave it out, and send the whole conversation in `messages`.',
    extra: { unsupported: ['thread'] },
  });
}
