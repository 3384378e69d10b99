import type { Caller } from '../auth/caller.js';
import type { OrganizationBalance } from '../billing/ledger/credits.service.js';
import { toUsdNumber } from '../lib/money.js';
import { LIMIT_KINDS, limitFor } from '../rate-limits/limit-kinds.js';
import type { KeyOwners, OwnLimit } from './account.service.js';

/** A key as its holder sees it: what it opens and how fast, never the key itself. */
export function presentOwnKey(
  caller: Caller,
  { key, project, organization }: KeyOwners,
  limit: OwnLimit | undefined,
) {
  return {
    object: 'key',
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    created_at: key.createdAt.toISOString(),
    project: { id: project.id, name: project.name },
    organization: { id: organization.id, name: organization.name },
    permissions: {
      smart_routing: project.smartRouting,
      automatic_updates: project.automaticUpdates,
      token_compression: project.tokenCompression,
      chinese_models: project.chineseModels,
      response_storage: project.responseStorage,
    },
    expires_at: key.expiresAt?.toISOString() ?? null,
    models: key.models,
    limit_usd: limit === undefined ? null : toUsdNumber(limit.limit),
    limit_period: limit?.period ?? null,
    spent_usd: limit === undefined ? null : toUsdNumber(limit.spent),
    remaining_usd: limit === undefined ? null : toUsdNumber(limit.remaining),
    resets_at: limit?.resetsAt?.toISOString() ?? null,
    rate_limits: Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, presentLimit(caller, kind)])),
  };
}

function presentLimit(caller: Caller, kind: (typeof LIMIT_KINDS)[number]) {
  const limit = limitFor(caller, kind);
  return limit === undefined ? 'unlimited' : { per_second: limit.perSecond, burst: limit.burst };
}

export function presentCredits({ balance, reserved }: OrganizationBalance, { payAsYouGo }: Caller) {
  return {
    object: 'credits',
    balance_usd: toUsdNumber(balance),
    reserved_usd: toUsdNumber(reserved),
    pay_as_you_go: payAsYouGo,
  };
}
