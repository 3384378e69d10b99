import { InvalidRequestError } from '../../lib/gateway-error.js';
import type { RateLimitSetting } from '../../projects/organization.entity.js';
import { isWithin, LIMIT_KINDS } from '../../rate-limits/limit-kinds.js';

type RateLimits = Readonly<Record<string, RateLimitSetting>>;

/** @throws InvalidRequestError (400) naming the first that is above the organization's, or above the usual where it has none */
export function checkOwnRates(own: RateLimits, organization: RateLimits): void {
  for (const kind of LIMIT_KINDS) {
    const limit = own[kind];
    if (limit === undefined || isWithin(limit, { kind, organization: organization[kind] })) continue;
    throw new InvalidRequestError({
      param: `rate_limits.${kind}`,
      message: `\`rate_limits.${kind}\` must not be above the organization's, in \`per_second\` nor in \`burst\`: a key's limits only lower those.`,
    });
  }
}
